import { Color } from 'three/webgpu';
import { expect, it } from 'vitest';
import { STAGE_SERIES } from '../../../src/record/stage-colours.ts';
import { seenDistance, VISIONS } from '../../fixtures/colour-vision.ts';

/** Distance in CIELAB at which two colours side by side are told apart at a glance; 2.3 is just noticeable. */
const CLEAR_DISTANCE = 20;

it.each(VISIONS)('the stages of air differ from all others, and from each other: %s', (vision) => {
  for (const one of STAGE_SERIES.filter(({ stage }) => ['air', 'flips', 'walks'].includes(stage)))
    for (const other of STAGE_SERIES.filter((series) => series !== one))
      expect(seenDistance(vision, new Color(one.colour), new Color(other.colour))).toBeGreaterThan(CLEAR_DISTANCE);
});
