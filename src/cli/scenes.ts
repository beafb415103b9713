import { SCENES } from '../scenes/scenes.ts';
import type { Command } from './command.ts';
import { EXIT } from './errors.ts';

export const scenesCommand: Command = {
  name: 'scenes',
  positionals: [],
  summary: 'lists the scenes',
  options: {},
  async run() {
    for (const { name, title, figure, size, description } of SCENES) {
      process.stdout.write(
        `${name}  ${title} (figure ${figure}; ${size.min} to ${size.max} tetrahedra a body, ${size.default} by default)\n`,
      );
      process.stdout.write(`    ${description}\n`);
    }
    return EXIT.ok;
  },
};
