import { describe, expect, test } from 'vitest';
import { KeptFrames } from '../../../../src/ui/timeline/kept-frames.ts';
import { Player } from '../../../../src/ui/timeline/player.ts';

/** Simulated time from one kept frame to the next [s]. */
const FRAME_TIME = 0.25;
const COUNT = 9;

function playerOf(count: number): Player {
  const frames = new KeptFrames(Number.POSITIVE_INFINITY);
  for (let number = 1; number <= count; number++) frames.add({ number, time: FRAME_TIME * number, halves: [] });
  return new Player(frames);
}

describe('playing kept frames', () => {
  test.each([1, 1 / 2, 1 / 4])('at speed %f shows each frame when its simulated time has come', (speed) => {
    const player = playerOf(COUNT);
    player.speed = speed;
    player.play();
    const paints = 4 / speed;
    for (let paint = 1; paint <= 2 * paints; paint++) {
      player.advance(FRAME_TIME);
      expect(player.index).toBe(Math.floor(speed * paint));
    }
  });

  test('skips frames if paints are rare, but does not jump after a long pause', () => {
    const player = playerOf(COUNT);
    player.play();
    player.advance(3 * FRAME_TIME);
    expect(player.index).toBe(3);
    player.advance(1000);
    expect(player.index).toBe(3 + 1 / FRAME_TIME);
  });

  test('ends at the newest frame, from where it begins anew when asked', () => {
    const player = playerOf(3);
    player.play();
    for (let paint = 0; paint < 4; paint++) player.advance(FRAME_TIME);
    expect([player.index, player.isPlaying]).toEqual([2, false]);
    player.advance(FRAME_TIME);
    expect(player.index).toBe(2);
    player.play();
    expect([player.index, player.isPlaying]).toEqual([0, true]);
  });

  test('loops: the newest frame is shown, then the oldest', () => {
    const player = playerOf(3);
    player.loops = true;
    player.play();
    const seen = Array.from({ length: 7 }, () => {
      player.advance(FRAME_TIME);
      return player.index;
    });
    expect(seen).toEqual([1, 2, 0, 1, 2, 0, 1]);
    expect(player.isPlaying).toBe(true);
  });

  test('goes on from where the person moves; stands still once stopped', () => {
    const player = playerOf(COUNT);
    player.play();
    player.moveTo(5);
    player.advance(FRAME_TIME);
    expect(player.index).toBe(6);
    player.stop();
    player.advance(FRAME_TIME);
    expect(player.index).toBe(6);
  });

  test('stays within the kept frames', () => {
    const player = playerOf(3);
    player.moveTo(10);
    expect(player.index).toBe(2);
    player.moveTo(-1);
    expect(player.index).toBe(0);
    const empty = playerOf(0);
    empty.play();
    empty.advance(1);
    expect([empty.index, empty.isPlaying]).toEqual([0, false]);
  });
});
