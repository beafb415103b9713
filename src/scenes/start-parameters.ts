import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { Scene } from './scene.ts';
import { PAPER_STEPS, type PaperSteps } from './paper-steps.ts';

/** A scene's initial parameters at a size. */
export const startParameters = (scene: Scene, size: number): SimulationParameters => ({
  ...defaultParameters(),
  ...scene.parameters,
  ...scene.parametersAt?.(size),
});

/** The fields of a scene that `finerSteps` needs. */
interface Coarse {
  readonly name: string;
  /** Parameters at size small. */
  readonly parameters: Partial<SimulationParameters>;
  /** Fineness of the elements at size small and in the paper, such as in tetrahedra per body. */
  readonly size: { readonly small: number; readonly paper: number };
}

/**
 * Interpolates time steps and iterations for a size: up to size small they are the scene's own, at the paper's size those of its
 * Table 1, and in between geometric interpolation applies (equal ratios of the size give equal ratios of the step). The time step
 * is an integer fraction of the scene's, so that a frame keeps its duration. Iterations are interpolated by the share of the
 * ratio that the rounded time step actually covers; they stay the same if the time step does.
 * @param size in the unit of `scene.size`
 * @param row row of Table 1
 */
export function finerSteps(scene: Coarse, size: number, row = scene.name): Partial<SimulationParameters> {
  const { small, paper } = scene.size;
  if (size <= small) return {};
  const share = Math.min(1, Math.log(size / small) / Math.log(paper / small));
  const coarse = { ...defaultParameters(), ...scene.parameters };
  const fine = (PAPER_STEPS as Readonly<Record<string, PaperSteps>>)[row]!;
  const ratio = coarse.timeStep / fine.timeStep;
  const parts = Math.max(1, Math.round(ratio ** share));
  // Rounding may go past the paper's time step, but iterations stop at the paper's. With one part the ratio may be 1, whose
  // logarithm is 0.
  const coveredShare = parts === 1 ? 0 : Math.min(1, Math.log(parts) / Math.log(ratio));
  return {
    timeStep: coarse.timeStep / parts,
    stepsPerFrame: coarse.stepsPerFrame * parts,
    iterations: Math.round(coarse.iterations * (fine.iterations / coarse.iterations) ** coveredShare),
  };
}
