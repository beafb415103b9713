import type { PatchExplanation } from '../../simulation/view/explain/explain-patch.ts';
import type { PatchSurvey } from '../../simulation/view/explain/survey-patches.ts';
import { NONE } from '../../mesh/topology.ts';
import { count } from './words.ts';

export const CLICK_PATCH =
  'Each tint is a patch of the skin that surely doesn’t touch itself, so its faces needn’t be tested against one another. ' +
  'Click a patch, or a grey part, to see why.';
export const NO_PATCHES = 'The patches could not be computed: their part of the page did not start. Reload the page.';

/** Says how far the search for patches is. */
export const searching = (done: number, bodies: number): string =>
  bodies === 1 ? 'Dividing the skin into patches …' : `Dividing the skins into patches: ${done} of ${bodies} bodies …`;

/** The figures of all bodies' surveys. */
export interface PatchTotals {
  readonly patches: number;
  readonly faces: number;
  /** Faces in a patch. */
  readonly culledFaces: number;
  readonly pairs: number;
  readonly pairsWithout: number;
}

export function totalsOf(surveys: readonly PatchSurvey[]): PatchTotals {
  const sum = (part: (survey: PatchSurvey) => number) => surveys.reduce((total, survey) => total + part(survey), 0);
  return {
    patches: sum(({ culled }) => culled.length),
    faces: sum(({ patches }) => patches.length),
    culledFaces: sum(({ patches }) => patches.reduce((n, patch) => n + Number(patch !== NONE), 0)),
    pairs: sum(({ pairCount }) => pairCount),
    pairsWithout: sum(({ pairCountWithout }) => pairCountWithout),
  };
}

/** Formats an angle. Near 90°, at which the test fails, it has a decimal. @param radians [rad] */
export function degrees(radians: number): string {
  const angle = (radians * 180) / Math.PI;
  return `${angle.toFixed(Math.abs(angle - 90) < 1 ? 1 : 0)}°`;
}

/** Says in a few words what an explained patch is. */
export const headline = ({ verdict }: PatchExplanation): string =>
  verdict === 'free' ? 'This patch can’t touch itself.' : 'This part may touch itself.';

/** Says why the faces of a patch can't touch one another, or why that isn't sure. */
export function reason(patch: PatchExplanation): string {
  const { faces, verdict, angle, crossings } = patch;
  const size = count(faces.length, 'face');
  switch (verdict) {
    case 'free': {
      const pairs = count((faces.length * (faces.length - 1)) / 2, 'pair');
      return `${size}. Their normals (dots) lie within ${degrees(angle!)} of the arrow. Seen along it, the outline doesn’t cross itself. So no two of these faces can touch, and none of their ${pairs} is tested.`;
    }
    case 'wide':
      return `${size}, the smallest patch tested here. ${tooWide(patch)} ${TESTED}`;
    case 'crossing': {
      const lie = `${size}, the smallest patch tested here. Their normals (dots) lie within ${degrees(angle!)} of the arrow`;
      const times = crossings.length === 1 ? 'once' : `${crossings.length.toLocaleString('en')} times`;
      const why =
        crossings.length > 0
          ? `, but seen along it the outline meets itself ${times} (red). So faces may lie over one another.`
          : ', but the outline is too jagged to be sure that it doesn’t cross itself.';
      return `${lie}${why} ${TESTED}`;
    }
    case 'no disc':
      return `${size}, the smallest patch tested here. ${noDisc(patch)} ${TESTED}`;
  }
}

const TESTED = 'Their pairs are tested one by one, where their boxes meet.';

function tooWide({ widest }: PatchExplanation): string {
  if (widest.angle > Math.PI / 2)
    return `Their normals (dots) are too far apart: one (red) points ${degrees(widest.angle)} away from the arrow, their mean. From no side are all faces surely seen from the front.`;
  return `Their normals (dots) lie within ${degrees(widest.angle)} of the arrow, their mean. But the cone around them is put together from those of smaller patches, and gets too wide.`;
}

function noDisc({ outline }: PatchExplanation): string {
  const only = 'The test needs a single outline, as a disc has.';
  if (outline.length === 0) return `They close a surface, which has no outline. ${only}`;
  if (outline.length === 1) return `Their outline (red) passes twice through a point. ${only}`;
  return `They have ${outline.length} outlines (red), as a tube has, or pieces that don’t hang together. ${only}`;
}
