import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { Scene } from './scene.ts';
import { PAPER_STEPS, type PaperSteps } from './paper-steps.ts';

/** The parameters that a scene starts with at a size. */
export const startParameters = (scene: Scene, size: number): SimulationParameters => ({
  ...defaultParameters(),
  ...scene.parameters,
  ...scene.parametersAt?.(size),
});

/** What `finerSteps` wants to know of a scene. */
interface Coarse {
  readonly name: string;
  /** At size small. */
  readonly parameters: Partial<SimulationParameters>;
  /** How fine elements are at size small and in the paper, such as in tetrahedra a body. */
  readonly size: { readonly small: number; readonly paper: number };
}

/**
 * Steps for finer elements: the file's own at size small, those of the paper's Table 1 at its size, and between them in
 * equal ratios for equal ratios of the size. A time step is a whole part of the file's, so that a frame lasts as long;
 * iterations go as far as the time step really went, and stay where it does.
 * @param size in the unit of `scene.size`    @param row of Table 1
 */
export function finerSteps(scene: Coarse, size: number, row = scene.name): Partial<SimulationParameters> {
  const { small, paper } = scene.size;
  if (size <= small) return {};
  const share = Math.min(1, Math.log(size / small) / Math.log(paper / small));
  const coarse = { ...defaultParameters(), ...scene.parameters };
  const fine = (PAPER_STEPS as Readonly<Record<string, PaperSteps>>)[row]!;
  const ratio = coarse.timeStep / fine.timeStep;
  const parts = Math.max(1, Math.round(ratio ** share));
  // Rounding may pass the paper's time step, but not its iterations; one part says nothing of the ratio, which may be 1.
  const gone = parts === 1 ? 0 : Math.min(1, Math.log(parts) / Math.log(ratio));
  return {
    timeStep: coarse.timeStep / parts,
    stepsPerFrame: coarse.stepsPerFrame * parts,
    iterations: Math.round(coarse.iterations * (fine.iterations / coarse.iterations) ** gone),
  };
}
