import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { octopi6 } from '../../src/scenes/octopi-6.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { contactAt, contactCount } from '../../src/simulation/integrators/implicit-euler/contact-terms.ts';
import { CONTACT_TERM } from '../../src/simulation/integrators/implicit-euler/words.ts';
import { CONTACT, COUNTERS, type State } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { vertexEnd, type World } from '../../src/simulation/world/world.ts';
import { StepRunner } from '../measure/step-runner.ts';
import { digits, table } from '../report/report.ts';
import type { Suite, Workload } from '../suite.ts';
import { assemble, multiply } from './block-matrix.ts';
import {
  contactForces,
  gaussSeidel,
  groups,
  halve,
  iterationsOf,
  jacobi,
  type Preconditioner,
  type StiffContact,
  withAffineGroups,
} from './preconditioners.ts';

/** Downward speed of the throw [m/s], as in the scene's check, and time after which the octopi are at rest on one another [s]. */
const SPEED = 10;
const FALL = 1.5;
/** Tetrahedra per octopus. */
const SIZE = octopi6.size.small;
/** Residuals to which systems are solved: the simulator's default, and a small one. */
const TOLERANCES = [1e-3, 1e-6];
const MOST_ITERATIONS = 5000;
/** Greatest numbers of vertices of a group. */
const GROUPS = [8, 32] as const;

/** Steps whose systems are solved. */
const CASES: readonly { readonly name: string; readonly changed: Partial<SimulationParameters> }[] = [
  { name: 'the scene: 1 MPa, 3.3 ms', changed: {} },
  { name: 'a step of 1/60 s', changed: { timeStep: 1 / 60 } },
  { name: '100 MPa, 3.3 ms', changed: { youngsModulus: 1e8 } },
];

const allocate = (bytes: number) => new SharedArrayBuffer(bytes);

interface Solved {
  readonly name: string;
  readonly preconditioner: Preconditioner;
  readonly iterations: readonly number[];
}

export const preconditionerSuite: Suite = {
  name: 'preconditioners',
  summary: 'iterations of conjugate gradients that implicit Euler needs with several preconditioners',
  duration: 'three minutes',
  async run(tell) {
    const solved: Solved[] = [];
    for (const { name, changed } of CASES) {
      tell(name);
      const { world, state } = await solvedStep(changed);
      solved.push(...compare(name, world, state, tell));
    }
    const tables = CASES.map(({ name }) => tableOf(name, solved));
    return { workloads: solved.flatMap(workloadsOf), verdicts: [], tables };
  },
};

/** Returns the state after the step of the octopi in contact whose system is looked at: its arrays still hold the system. */
async function solvedStep(changed: Partial<SimulationParameters>): Promise<{ world: World; state: State }> {
  const { placements, colliders } = octopi6.build(SIZE);
  const parameters: SimulationParameters = { ...startParameters(octopi6, SIZE), linearIterations: 1000 };
  const { world, positions } = createWorld(placements, colliders, parameters);
  const velocities = new Float32Array(positions.length);
  for (let i = 1; i < velocities.length; i += 3) velocities[i] = -SPEED;
  const runner = await StepRunner.open({ kind: 'cpu', workers: 2 }, { world, positions, velocities, parameters });
  await runner.steps(Math.round(FALL / parameters.timeStep));
  const fallen = await runner.now();
  await runner.dispose();
  const state = initialState(world, fallen.positions, parameters, allocate);
  state.velocities.set(fallen.velocities);
  const backend = await openInState({ world, state, backend: 'cpu', workers: onThisThread });
  await step(backend, { parameters: { ...parameters, ...changed }, grabs: [] });
  await backend.dispose();
  return { world, state };
}

function compare(name: string, world: World, state: State, tell: (what: string) => void): Solved[] {
  const matrix = assemble(world, state);
  const b = multiply(matrix, Float64Array.from(state.solution));
  for (const [i, r] of state.residual.entries()) b[i] += r;
  const x0 = state.positionsT0;
  const cut = (most: number) =>
    world.bodies.flatMap(({ vertexBase }, body) =>
      halve(
        Uint32Array.from({ length: vertexEnd(world, body) - vertexBase }, (_, v) => vertexBase + v),
        x0,
        most,
      ),
    );
  const block = groups(matrix, cut(1), 'block Jacobi');
  const contacts = state.counters[COUNTERS.contactsDcd] + state.counters[COUNTERS.contactsCcd];
  tell(`${name}: ${world.vertexCount} vertices, ${matrix.columns.length} blocks, ${contacts} contacts`);
  const all: Preconditioner[] = [
    jacobi(matrix),
    block,
    gaussSeidel(matrix),
    contactForces(matrix, assemble(world, state, false), stiffContacts(world, state)),
    groups(matrix, contactGroups(world, state, cut), 'groups in contact'),
    ...GROUPS.map((most) => groups(matrix, cut(most), `groups of up to ${most} vertices`)),
    ...[32, 128].map((most) => withAffineGroups(block, matrix, cut(most), x0)),
    withAffineGroups(groups(matrix, cut(32), 'groups of up to 32 vertices'), matrix, cut(32), x0),
  ];
  return all.map((preconditioner) => ({
    name,
    preconditioner,
    iterations: TOLERANCES.map((tolerance) => iterationsOf(matrix, preconditioner, b, tolerance, MOST_ITERATIONS)),
  }));
}

/** Returns the contacts that act. */
function stiffContacts(world: World, state: State): StiffContact[] {
  const { contacts, contactTerms } = state;
  return Array.from({ length: contactCount({ world, state }) }, (_, i) => contactAt(world, state, i)).flatMap(
    (contact) => {
      const at = CONTACT.stride * contact;
      const term = CONTACT_TERM.stride * contact;
      const [along, across] = [contactTerms[term + CONTACT_TERM.normal], contactTerms[term + CONTACT_TERM.tangent]];
      if (along === 0) return [];
      const count = contacts.u32[at + CONTACT.count];
      const n = contacts.f32.subarray(at + CONTACT.normal, at + CONTACT.normal + 3);
      const stiffness = Float64Array.from({ length: 9 }, (_, k) => {
        const [r, c] = [Math.floor(k / 3), k % 3];
        return (along - across) * n[r] * n[c] + (r === c ? across : 0);
      });
      const vertices = Array.from(contacts.u32.subarray(at + CONTACT.vertices, at + CONTACT.vertices + count));
      return [
        {
          vertices,
          weights: Array.from(contacts.f32.subarray(at + CONTACT.weights, at + CONTACT.weights + count)),
          stiffness,
        },
      ];
    },
  );
}

/** Returns groups of vertices that contacts couple, and the other vertices by themselves. */
function contactGroups(world: World, state: State, cut: (most: number) => Uint32Array[]): Uint32Array[] {
  const groupOf = new Map<number, Set<number>>();
  for (const { vertices } of stiffContacts(world, state)) {
    const joined = new Set(vertices.flatMap((v) => [...(groupOf.get(v) ?? [v])]));
    for (const v of joined) groupOf.set(v, joined);
  }
  const coupled = [...new Set(groupOf.values())].map((group) => Uint32Array.from(group));
  return [...coupled, ...cut(1).filter(([v]) => !groupOf.has(v))];
}

const tableOf = (name: string, solved: readonly Solved[]): string =>
  table(
    `octopi-6, ${name}`,
    [
      'preconditioner',
      ...TOLERANCES.map((tolerance) => `iterations to ${tolerance}`),
      'work per iteration, in products',
      'work to 0.001',
    ],
    solved
      .filter((each) => each.name === name)
      .map(({ preconditioner, iterations }) => [
        preconditioner.name,
        ...iterations.map((needed) => (Number.isFinite(needed) ? needed : `not in ${MOST_ITERATIONS}`)),
        digits(1 + preconditioner.work),
        digits(iterations[0] * (1 + preconditioner.work)),
      ]),
  );

/** Returns the numbers of iterations; systems that weren't solved in MOST_ITERATIONS have none. */
const workloadsOf = ({ name, preconditioner, iterations }: Solved): Workload[] =>
  TOLERANCES.flatMap((tolerance, i) => {
    const needed = iterations[i];
    if (!Number.isFinite(needed)) return [];
    const what = `octopi-6, ${name}: iterations to a residual of ${tolerance}`;
    return [{ what, who: preconditioner.name, unit: '1', median: needed, low: needed, high: needed }];
  });
