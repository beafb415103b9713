import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { Scene } from './scene.ts';
import { PAPER_STEPS, type PaperSteps } from './paper-steps.ts';

/** Returns a scene's initial parameters at a size. */
export const startParameters = (scene: Scene, size: number): SimulationParameters => ({
  ...defaultParameters(),
  ...scene.parameters,
  ...scene.parametersAt?.(size),
});

/** The fields of a scene that `finerSteps` needs. */
interface SceneSteps {
  readonly name: string;
  /** Parameters at size small. */
  readonly parameters: Partial<SimulationParameters>;
  /** Sizes of the scene in its own unit, such as tetrahedra per body: that of the preset 'small', and the paper's. */
  readonly size: { readonly small: number; readonly paper: number };
}

/**
 * Computes the time step and the number of iterations for a size. Up to size small, both are the scene's own. At the paper's size,
 * they come from the paper's Table 1. In between, the time step is interpolated geometrically: equal ratios of sizes give equal
 * ratios of time steps. The result is rounded to an integer fraction of the scene's time step, so that a frame keeps its duration.
 *
 * The iterations are interpolated geometrically, too. The weight is how far the rounded time step lies between the scene's and the
 * paper's, as a share of that way. So if rounding leaves the time step unchanged, the iterations do not change either.
 * @param size in the unit of `scene.size`
 * @param row name of the row of Table 1
 */
export function finerSteps(scene: SceneSteps, size: number, row = scene.name): Partial<SimulationParameters> {
  const { small, paper } = scene.size;
  if (size <= small) return {};
  const sizeShare = Math.min(1, Math.log(size / small) / Math.log(paper / small));
  const coarse = { ...defaultParameters(), ...scene.parameters };
  const fine = (PAPER_STEPS as Readonly<Record<string, PaperSteps>>)[row]!;
  const ratio = coarse.timeStep / fine.timeStep;
  const divisor = Math.max(1, Math.round(ratio ** sizeShare));
  // The rounded time step may be shorter than the paper's; then the iterations are the paper's. With divisor 1, `ratio` may be 1.
  // Its logarithm is then 0, which must not be a divisor.
  const coveredShare = divisor === 1 ? 0 : Math.min(1, Math.log(divisor) / Math.log(ratio));
  return {
    timeStep: coarse.timeStep / divisor,
    stepsPerFrame: coarse.stepsPerFrame * divisor,
    iterations: Math.round(coarse.iterations * (fine.iterations / coarse.iterations) ** coveredShare),
  };
}
