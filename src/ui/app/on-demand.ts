/**
 * Waits for a module that is fetched when it is first needed.
 * @param partName subject of the error message
 * @param part the dynamic import
 * @param showError shows the error message, which asks for a reload: browsers may cache a failed import, so another try could fail too
 * @returns the module; undefined if the module could not be fetched
 */
export async function onDemand<P>(
  partName: string,
  part: Promise<P>,
  showError: (text: string) => void,
): Promise<P | undefined> {
  try {
    return await part;
  } catch {
    showError(`${partName}: this part of the page could not be fetched. Check the connection, then reload the page.`);
    return undefined;
  }
}
