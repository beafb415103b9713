/**
 * A part of the page that is fetched when it is needed first.
 * @param what the person can't have without it
 * @param failed says what is wrong; browsers may keep a failed import failed, so that only a reload helps
 * @returns undefined where it failed
 */
export async function onDemand<P>(
  what: string,
  part: Promise<P>,
  failed: (text: string) => void,
): Promise<P | undefined> {
  try {
    return await part;
  } catch {
    failed(`${what}: this part of the page could not be fetched. Check the connection, then reload the page.`);
    return undefined;
  }
}
