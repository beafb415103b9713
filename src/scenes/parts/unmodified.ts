import type { SimulationParameters } from '../../simulation/parameters.ts';
import { type CheckRunner, type Figure, peakKineticEnergy } from '../check.ts';
import { PAPER_CONTACTS } from './ablations.ts';
import { PAPER_STEPS } from '../paper-steps.ts';

/** Number of steps in each frame after the single steps. */
const STEPS_PER_FRAME = 20;
/** Numbers of steps after the switch at which figures are taken, besides the run's end. */
const STEPS_LATER = [1, 10, 20];

/**
 * Collision handling of a scene that starts tangled, as the paper describes it: Algorithm 5 with the time step and the iterations of
 * Table 1, each contact projected once, no offset, and overlaps undone at once. Source: Chen et al. 2023, sections 4 and 5.2; supplement,
 * section 1.3.
 */
export const unmodifiedParameters = (scene: 'tangled-noodle' | 'tangled-ball'): Partial<SimulationParameters> => {
  // A switch can't change the points and the recovery; the scenes have inner points from the start, as the paper has.
  const { contactPoints: _points, recovery: _recovery, ...contacts } = PAPER_CONTACTS;
  return { ...contacts, ...PAPER_STEPS[scene], mode: 'dcd' };
};

/** The run of a scene with the paper's collision handling. */
interface UnmodifiedRun {
  readonly scene: 'tangled-noodle' | 'tangled-ball';
  /** Time when collisions are switched on [s]. */
  readonly switchTime: number;
  /** Number of frames until then. */
  readonly fallFrames: number;
  /** Number of frames after the switch that have one step each. */
  readonly singleSteps: number;
  /** Number of frames of STEPS_PER_FRAME steps that are run after the single steps. */
  readonly longFrames: number;
}

/**
 * Runs a scene up to the switch as usual, and from there on with the paper's collision handling and the scene's own material. The figures
 * have no bounds: they only record what happens. The run may break.
 */
export async function unmodifiedFigures(runner: CheckRunner, run: UnmodifiedRun): Promise<readonly Figure[]> {
  const parameters = unmodifiedParameters(run.scene);
  const singleStepsEnd = run.switchTime + (run.singleSteps - 0.5) * PAPER_STEPS[run.scene].timeStep;
  const { rows, broke } = await runner.run('unmodified', {
    parameters: { recovery: PAPER_CONTACTS.recovery },
    switches: [
      { time: run.switchTime, parameters: { ...parameters, stepsPerFrame: 1 } },
      { time: singleStepsEnd, parameters: { stepsPerFrame: STEPS_PER_FRAME } },
    ],
    frames: run.fallFrames + run.singleSteps + run.longFrames,
    mayBreak: true,
  });
  const switchRow = run.fallFrames - 1;
  const atSwitch = rows[switchRow].penetrating;
  const last = rows[rows.length - 1];
  const figure = (name: string, value: number, unit?: string): Figure => ({
    name: `unmodified: ${name}`,
    value,
    ...(unit !== undefined && { unit }),
  });
  const stepName = (steps: number) =>
    `penetrating vertices ${steps} ${steps === 1 ? 'step' : 'steps'} later, relative to the switch`;
  const allSteps = last.step - rows[switchRow].step;
  return [
    figure('broke', Number(broke)),
    ...STEPS_LATER.filter((steps) => steps < allSteps).map((steps) =>
      figure(stepName(steps), (rows[switchRow + steps]?.penetrating ?? Number.NaN) / atSwitch, '%'),
    ),
    figure(stepName(allSteps), last.penetrating / atSwitch, '%'),
    figure('maximum of inverted tetrahedra', Math.max(...rows.slice(switchRow + 1).map(({ inverted }) => inverted))),
    figure(`inverted tetrahedra ${allSteps} steps later`, last.inverted),
    figure(
      'peak kinetic energy after the switch, relative to its peak before',
      peakKineticEnergy(rows.slice(switchRow + 1)) / peakKineticEnergy(rows.slice(0, switchRow + 1)),
    ),
  ];
}
