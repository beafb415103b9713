import { expect, test } from 'vitest';
import { LatePart } from '../../src/ui/app/on-demand.ts';

/**
 * A second request for a part of the page ended at once, before the part was there. The panel, which waits for the recorder and is asked
 * for after each frame, was then built without the recorder's controls wherever its code took longer to come than a frame.
 */
test('each request for a late part waits until the part is there', async () => {
  let arrive: (part: string) => void = () => undefined;
  const part = new LatePart(() => new Promise<string>((resolve) => (arrive = resolve)));
  void part.fetch();
  const second = part.fetch().then(() => part.now);
  arrive('recorder');
  expect(await second).toBe('recorder');
});
