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

/**
 * A part of the page whose code is fetched after the first frame. Calls that are made before it is there wait, and are then made in
 * the same order.
 */
export class LatePart<P> {
  private part: P | undefined;
  /** Settled once the part is there or could not be fetched; undefined before the first request. */
  private fetched: Promise<void> | undefined;
  /** Calls that wait for the part; undefined if none will be made, because the part could not be fetched. */
  private waiting: ((part: P) => void)[] | undefined = [];

  /** @param fetchPart makes the part; undefined if its code could not be fetched, which the person has been told */
  constructor(private readonly fetchPart: () => Promise<P | undefined>) {}

  /** The part, if its code is there. */
  get now(): P | undefined {
    return this.part;
  }

  /** Calls `act` with the part, now or as soon as the part is there. */
  call(act: (part: P) => void): void {
    if (this.part) act(this.part);
    else this.waiting?.push(act);
  }

  /** Fetches the part, unless that was requested before; never throws. The promise of each call is settled when the part is there. */
  fetch(): Promise<void> {
    this.fetched ??= this.fetchNow();
    return this.fetched;
  }

  private async fetchNow(): Promise<void> {
    const { waiting = [] } = this;
    try {
      this.part = await this.fetchPart();
    } catch (error) {
      // The page goes on without the part.
      console.error(error);
    }
    this.waiting = undefined;
    if (this.part) for (const act of waiting) act(this.part);
  }
}
