import { isFull } from '../../../fixtures/tier.ts';
import { expect, test } from 'vitest';
import { onThisThread } from '../../../../src/index.ts';
import { openInState } from '../../../../src/engine/open-backend.ts';
import type { RecordedFrame, RecordedRun } from '../../../../src/cli/recordings/recorded-run.ts';
import { repeatRun } from '../../../../src/cli/recordings/repeat-run.ts';
import { BrokenStateError, type RecordedInput, Simulator } from '../../../../src/simulation/simulator.ts';
import { boxWorld, STACK } from '../../../fixtures/box-world.ts';
import { parametersWith } from '../../../fixtures/stages.ts';

const PARAMETERS = { mode: 'hybrid', stepsPerFrame: 3 } as const;

async function start(): Promise<Simulator> {
  const { world, state } = boxWorld({ shifts: STACK, bodies: 2 });
  const backend = await openInState({ world, state, workers: onThisThread });
  return new Simulator(backend, parametersWith(PARAMETERS));
}

const FRAMES = 6;
/** Changes parameters and grabs a part of a body: within frames, between frames, and more than once before a step. */
async function record(firstFrame = 0, isHashed = (_frame: number): boolean => true) {
  const simulator = await start();
  const frames: RecordedFrame[] = [];
  const eachStep = async () => {
    if (simulator.steps === 4) simulator.setGrabs([{ vertex: 3, radius: 0.7, target: [0.3, 1.7, -0.2], steps: 3 }]);
    if (simulator.steps === 5) simulator.setParameters({ gravity: 2, stepsPerFrame: 4 });
    if (simulator.steps === 8) simulator.setGrabs([]);
  };
  simulator.setParameters({ iterations: 2 });
  for (let frame = 0; frame < FRAMES; frame++) {
    if (frame === 3) simulator.setParameters({ density: 700 });
    const { step, hash } = await simulator.frame({ hash: isHashed(frame), eachStep });
    if (frame >= firstFrame) frames.push({ frame, step, hash });
  }
  return { inputs: simulator.inputs, frames };
}

const repeat = async (run: { inputs: readonly RecordedInput[]; frames: readonly RecordedFrame[]; broke?: object }) =>
  repeatRun(await start(), run as unknown as RecordedRun, run.frames.length, () => {});

test('inputs before, between and amid frames give the same bits again', async () => {
  const run = await record();
  expect(run.inputs.map(({ step }) => step)).toEqual([0, 4, 5, 8, 10]);
  expect(run.frames.map(({ step }) => step)).toEqual([3, 6, 10, 14, 18, 22]);
  expect(await repeat(run)).toEqual({ equalFrames: FRAMES, framesRun: FRAMES });
});

test('a recording that begins in the middle of its run, and has frames without a hash', async () => {
  expect(await repeat(await record(2, (frame) => frame !== 3))).toEqual({
    equalFrames: FRAMES - 3,
    framesRun: FRAMES - 2,
  });
});

test.each(['inputs', 'hash'])('the first frame with other %s is told', async (what) => {
  const run = await record();
  const frames = run.frames.map((row) => (row.frame === 2 && what === 'hash' ? { ...row, hash: 'tampered' } : row));
  const inputs = run.inputs.map((input) =>
    input.step === 8 && what === 'inputs' ? { step: 8, parameters: { gravity: 3 } } : input,
  );
  const { equalFrames: same, framesRun: done, difference } = await repeat({ inputs, frames });
  expect({ same, done }).toEqual({ same: 2, done: 2 });
  expect(difference).toMatchObject({ frame: 2, step: 10, recorded: `hash ${frames[2].hash}` });
});

test.runIf(isFull)('a run that broke has to break again, in the same step, part and body', async () => {
  const simulator = await start();
  const frames: RecordedFrame[] = [];
  const run = async (): Promise<BrokenStateError> => {
    for (;;) {
      try {
        const { frame, step, hash } = await simulator.frame({ hash: true });
        frames.push({ frame, step, hash });
        if (frame !== 1) continue;
        // Within a frame, the pull tears a body out of the range of coordinates.
        simulator.setParameters({ grabAcceleration: 1e5, timeStep: 2e-2, stepsPerFrame: 1000 });
        simulator.setGrabs([{ vertex: 3, radius: 1, target: [1e9, 0, 0] }]);
      } catch (error) {
        return error as BrokenStateError;
      }
    }
  };
  const broke = await run();
  expect(broke).toBeInstanceOf(BrokenStateError);
  const { step, part, body } = broke;
  const { inputs } = simulator;
  expect(frames).toHaveLength(2);
  expect(await repeat({ inputs, frames, broke: { step, part, body } })).toEqual({ equalFrames: 2, framesRun: 2 });
  const other = { inputs, frames, broke: { step: step + 1, part, body } };
  expect((await repeat(other)).difference).toMatchObject({
    frame: 2,
    replayed: `the simulation broke in step ${step}, body ${body} after '${part}'`,
  });
  const calm = await repeat({ inputs: [], frames, broke: { step, part, body } });
  expect(calm.difference).toMatchObject({ frame: 2, replayed: 'it did not' });
  const early = await repeat({ inputs: [{ step: 1, grabs: inputs[0].grabs! }], frames });
  expect(early.difference).toMatchObject({ frame: 0, recorded: `hash ${frames[0].hash}` });
});

test('grabs that hold too many vertices are refused, and named', async () => {
  const run = await record();
  const greedy = Array.from({ length: 9 }, (_, vertex) => ({ vertex, target: [0, 0, 0] as const, radius: 1e9 }));
  const inputs = run.inputs.map((input) => (input.step === 4 ? { ...input, grabs: greedy } : input));
  await expect(repeat({ ...run, inputs })).rejects.toThrow(
    /^inputs\[1\]\.grabs: the grabs hold \d+ vertices; expected at most/,
  );
});
