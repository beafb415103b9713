import { SIZE_NAMES } from '../../scenes/scene.ts';
import { createWorld } from '../../simulation/world/create-world.ts';
import { describeParts, stepParts } from '../../simulation/step.ts';
import { type Command, choice } from '../command.ts';
import { EXIT } from '../../node/errors.ts';
import { print } from '../../node/print.ts';
import { sceneOf } from '../scene-of.ts';
import { readSetUp } from './run.ts';

export const passesCommand: Command = {
  name: 'passes',
  positionals: ['SCENE'],
  summary:
    "lists the passes of a scene's step: the clock (named timer) that counts each pass's time, where the pass runs, which arrays it reads and writes",
  options: {
    backend: {
      value: 'cpu|gpu',
      meaning: 'the backend whose passes are listed; nothing runs, so no adapter is needed; cpu by default',
    },
    size: {
      value: `${SIZE_NAMES.join('|')}|n`,
      meaning: "size of the world, as in `run`; the scene's default otherwise",
    },
    set: { value: 'name=value', meaning: 'sets one of the parameters below; may be repeated', repeated: true },
  },
  async run(args) {
    const kind = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
    const { scene, size, parameters } = readSetUp(args, await sceneOf(args.positionals[0]!));
    const { placements, colliders, script, air } = scene.build(size);
    const { world } = createWorld(placements, colliders, parameters, script, air);
    print(`${describeParts(stepParts(parameters, world), kind).join('\n')}\n`);
    return EXIT.ok;
  },
};
