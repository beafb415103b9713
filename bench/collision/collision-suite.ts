import { CCD as CCD_PASSES } from '../../src/simulation/contacts/ccd/passes.ts';
import { CLASSIFY, refit } from '../../src/simulation/detect/passes.ts';
import { answerPaths, refitForPaths } from '../../src/simulation/path/passes.ts';
import { COLOUR as COLOUR_PASS, projectContacts } from '../../src/simulation/contacts/projection/passes.ts';
import { stageEntries } from '../../src/simulation/program/program.ts';
import { CONTAINMENT } from '../../src/simulation/state.ts';
import { timeTrees } from './collision-trees.ts';
import { ContactThread, type Entries, only, PREDICTED } from './contact-thread.ts';
import { GENERATED } from '../paths/generated-cases.ts';
import { interleave } from '../measure/interleave.ts';
import { droppedOctopi, octopiOrigin } from '../steps/octopi-states.ts';
import { OneThread } from '../measure/threads.ts';
import { timeReadback } from './readback-speed.ts';
import { millisecondsOf, rateOf } from '../report/spread.ts';
import type { Suite, Workload } from '../suite.ts';

/** Default size of octopi-8 [tetrahedra per body]. */
const SIZE = 6000;
const WHO = 'untangle, 1 thread';
/** Number of sweeps over the contacts per run: the default number of iterations per step. */
const PASSES = 5;

const STATE = `octopi-8 ${octopiOrigin(SIZE)}`;

export const collisionSuite: Suite = {
  name: 'collisions',
  summary:
    'on one thread, where octopi lie on one another: points detected, shortest paths with and without culling, CCD pairs, trees, ' +
    'contacts coloured and projected a second; and readback from the GPU',
  duration: 'a minute and a half',
  async run(tell) {
    tell('octopi fall');
    const scene = await droppedOctopi(SIZE);
    const thread = new ContactThread(scene);
    const workloads: Workload[] = [];
    const parts: [name: string, time: () => Promise<readonly Workload[]>][] = [
      ['CCD', async () => [...(await timeCcd(thread))]],
      ['contacts', () => timeContacts(thread)],
      ['trees', () => timeTrees(thread, scene.world)],
      ['containment', () => timeContainment(thread, scene.world.surfaceVertexCount)],
      ['paths', () => timePaths(thread)],
      // Readback comes last, because an opened device keeps polling in Node's event loop, which would disturb other timings.
      ['readback', async () => [await timeReadback(scene)]],
    ];
    for (const [name, time] of parts) {
      tell(name);
      workloads.push(...(await time()));
    }
    const { world, parameters } = scene;
    const { tetCount, surfaceVertexCount, faceCount, edgeCount } = world;
    const size = { tetrahedra: tetCount, surfaceVertices: surfaceVertexCount, faces: faceCount, edges: edgeCount };
    return { workloads, verdicts: [], details: { state: STATE, ...size, timeStep: parameters.timeStep } };
  },
};

/** The stages of CCD, from swept boxes to contacts, without the colouring of contacts. */
const CCD = stageEntries(CCD_PASSES.only);

async function timeCcd(thread: ContactThread): Promise<Workload[]> {
  thread.predictAndFind('hybrid');
  const pairs = thread.countOf('ccdCandidates', CCD);
  const hits = thread.counter('contactsCcd');
  const [timing] = await interleave([{ name: 'ccd', run: () => thread.run(CCD) }]);
  const about = { what: 'CCD of a step of octopi-8', who: WHO };
  const note = `${STATE}; ${PREDICTED}; sweeping boxes and writing contacts is in it: ${pairs} pairs tested exactly, ${hits} hits`;
  const rateNote =
    'pairs that the broad phase lets through: a better one lowers this figure, so compare the milliseconds';
  return [
    millisecondsOf({ ...about, note }, timing),
    rateOf({ ...about, unit: 'pairs/s', note: `${PREDICTED}; ${rateNote}` }, pairs, timing),
  ];
}

const COLOUR = stageEntries([COLOUR_PASS]);
const PROJECT = stageEntries([projectContacts(PASSES)]);

/** Times projection and colouring. Projection starts from the same positions in every run. */
async function timeContacts(thread: ContactThread): Promise<Workload[]> {
  thread.predictAndFind('hybrid');
  const { contacts } = thread;
  const note = `${PREDICTED}: ${contacts} in ${thread.counter('colours')} colours`;
  thread.keep();
  const projectOnce = async () => {
    thread.restore();
    const started = performance.now();
    thread.run(PROJECT);
    return performance.now() - started;
  };
  const [projection] = await interleave([{ name: 'projection', runElsewhere: projectOnce }]);
  thread.restore();
  const [colouring] = await interleave([{ name: 'colouring', run: () => thread.run(COLOUR) }]);
  return [
    rateOf(
      { what: 'contact projection, octopi-8', who: WHO, unit: 'contacts/s', note: `${note}, ${PASSES} passes` },
      contacts * PASSES,
      projection,
    ),
    rateOf({ what: 'contact colouring, octopi-8', who: WHO, unit: 'contacts/s', note }, contacts, colouring),
  ];
}

const ALL_VERTICES: Entries = only(stageEntries(CLASSIFY), 'containment').map((entry) => ({
  ...entry,
  argument: CONTAINMENT.measured,
}));

async function timeContainment(thread: ContactThread, points: number): Promise<Workload[]> {
  thread.predictAndFind('hybrid');
  // In this mode, steps don't refit the boxes of tetrahedra if no point is inside, so the benchmark refits them here.
  thread.run(stageEntries([refit]));
  const [timing] = await interleave([{ name: 'containment', run: () => thread.run(ALL_VERTICES) }]);
  const note = `every surface vertex among all tetrahedra, boxes fitted before; ${points} points`;
  return [rateOf({ what: 'containment, octopi-8', who: WHO, unit: 'points/s', note }, points, timing)];
}

const WAYS = [
  { way: 'flood', method: 'flood', culling: true, note: 'it culls nothing' },
  { way: 'tree, with culling', method: 'tree', culling: true, note: undefined },
  { way: 'tree, without culling', method: 'tree', culling: false, note: undefined },
] as const;

/** Times shortest paths of octopi-8's penetrating vertices in mode dcd, and of generated cases with many such vertices. */
async function timePaths(thread: ContactThread): Promise<Workload[]> {
  thread.predictAndFind('dcd');
  const workloads = await timeQueries(
    'octopi-8',
    thread.counter('queries'),
    (method, culling) =>
      thread.run(stageEntries([refitForPaths(method), answerPaths(method)]), { pathMethod: method, culling }),
    PREDICTED,
  );
  for (const { name, make } of GENERATED) {
    const pathCase = make();
    const single = new OneThread(pathCase);
    single.refit();
    workloads.push(
      ...(await timeQueries(name, pathCase.queries.count, (method, culling) => single.answer(method, culling))),
    );
  }
  return workloads;
}

async function timeQueries(
  of: string,
  queries: number,
  answer: (method: 'flood' | 'tree', culling: boolean) => void,
  about?: string,
): Promise<Workload[]> {
  const timings = await interleave(
    WAYS.map(({ way, method, culling }) => ({ name: way, run: () => answer(method, culling) })),
  );
  return timings.map((timing, i) =>
    rateOf(
      {
        what: `shortest paths, ${of}: ${WAYS[i].way}`,
        who: WHO,
        unit: 'queries/s',
        note: [`${queries} queries`, about, WAYS[i].note].filter(Boolean).join('; '),
      },
      queries,
      timing,
    ),
  );
}
