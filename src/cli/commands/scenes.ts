import { SIZE_NAMES } from '../../scenes/scene.ts';
import { SCENES } from '../../scenes/scenes.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../../node/errors.ts';
import { parameterText } from '../help.ts';
import { print } from '../../node/print.ts';

export const scenesCommand: Command = {
  name: 'scenes',
  positionals: [],
  summary: 'lists the scenes',
  options: {},
  async run() {
    for (const { name, title, figure, size, description, parameters } of SCENES) {
      const origin = figure === undefined ? '' : `figure ${figure}; `;
      print(`${name}  ${title} (${origin}${size.min} to ${size.max} ${size.meaning}, ${size.default} by default)\n`);
      const sizes = SIZE_NAMES.map((known) => `${known} ${size[known]}`).join(', ');
      print(`    sizes by name: ${sizes}\n    ${description}\n`);
      const sceneParameters = Object.entries(parameters).map(
        ([parameter, value]) => `${parameter}=${parameterText(value)}`,
      );
      if (sceneParameters.length > 0) print(`    its own parameters at size small: ${sceneParameters.join(' ')}\n`);
    }
    return EXIT.ok;
  },
};
