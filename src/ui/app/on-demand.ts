/**
 * Waits for a module that is fetched when it is first needed.
 * @param what name of the part, for the message
 * @param part the dynamic import
 * @param showError shows an error message; browsers may cache a failed import, so only a reload helps
 * @returns the module; undefined if it could not be fetched
 */
export async function onDemand<P>(
  what: string,
  part: Promise<P>,
  showError: (text: string) => void,
): Promise<P | undefined> {
  try {
    return await part;
  } catch {
    showError(`${what}: this part of the page could not be fetched. Check the connection, then reload the page.`);
    return undefined;
  }
}
