import { TYPESCRIPT_KERNELS } from '../../src/simulation/program/kernels.ts';
import { CLASSIFY } from '../../src/simulation/detect/passes.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { StageEntry } from '../../src/simulation/program/pool.ts';
import { runProgram } from '../../src/simulation/program/run-program.ts';
import { BEGIN, PREDICT } from '../../src/simulation/integrators/xpbd/passes.ts';
import { DRIVE } from '../../src/simulation/script/passes.ts';
import { findContacts } from '../../src/simulation/contacts/sources.ts';
import { stageEntries } from '../../src/simulation/program/program.ts';
import type { Context } from '../../src/simulation/program/stage.ts';
import { STAGES, type StageName } from '../../src/simulation/stages.ts';
import { COUNTERS, type State } from '../../src/simulation/state.ts';
import type { SceneState } from '../measure/step-runner.ts';
import { createScratch } from '../../src/simulation/scratch.ts';

export type Entries = readonly StageEntry[];

/** Note on the contacts that `predictAndFind` finds. */
export const PREDICTED = 'contacts of a step as predicted, before any solve';

/** State arrays that contact projection changes. */
const PROJECTED = ['positions', 'remainders', 'moments'] as const;

/** A scene's state in the middle of a step, after contact detection, on one thread. Its stages can be run again individually. */
export class ContactThread {
  readonly state: State;
  private readonly context: Context;
  private kept: { readonly contacts: Float32Array; readonly arrays: readonly Float32Array[] } | undefined;

  constructor(private readonly scene: SceneState) {
    const { world, positions, velocities, parameters } = scene;
    this.state = initialState(world, positions, parameters, (bytes) => new SharedArrayBuffer(bytes));
    this.state.velocities.set(velocities);
    this.context = {
      world,
      state: this.state,
      parameters,
      argument: 0,
      scratch: createScratch(),
      kernels: TYPESCRIPT_KERNELS,
    };
  }

  run(entries: Entries, parameters: Partial<SimulationParameters> = {}): void {
    runProgram(this.context, { parameters: { ...this.scene.parameters, ...parameters }, entries }, STAGES, 0);
  }

  /**
   * Runs a step up to its first contact detection, which follows the prediction (see PREDICTED). A whole step detects contacts there only
   * if the parameter `contacts` is `in-the-loop`.
   */
  predictAndFind(mode: SimulationParameters['mode']): void {
    this.state.positions.set(this.scene.positions);
    this.state.velocities.set(this.scene.velocities);
    this.state.remainders.fill(0);
    const find = findContacts({ ...this.scene.parameters, mode }, this.scene.world);
    this.state.counters.fill(0);
    this.run(stageEntries([BEGIN, ...CLASSIFY, PREDICT, DRIVE, ...find]), { mode });
  }

  counter(name: keyof typeof COUNTERS): number {
    return this.state.counters[COUNTERS[name]];
  }

  /** Number of contacts that projection processes. */
  get contacts(): number {
    return this.counter('contactsCcd') + this.counter('contactsDcd') - this.counter('contactsUncoloured');
  }

  /** Returns the amount that one run of some stages adds to a counter. */
  countOf(name: keyof typeof COUNTERS, entries: Entries): number {
    const before = this.counter(name);
    this.run(entries);
    return this.counter(name) - before;
  }

  /** Saves the arrays that projection changes, for `restore`. */
  keep(): void {
    const { contacts } = this.state;
    this.kept = { contacts: contacts.f32.slice(), arrays: PROJECTED.map((name) => this.state[name].slice()) };
  }

  restore(): void {
    const { contacts, arrays } = this.kept!;
    this.state.contacts.f32.set(contacts);
    PROJECTED.forEach((name, i) => {
      this.state[name].set(arrays[i]);
    });
  }
}

/** Returns the entries that have one of the given stage names. */
export const only = (entries: Entries, ...names: readonly StageName[]): Entries =>
  entries.filter(({ stage }) => names.includes(stage));
