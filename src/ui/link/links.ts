import { FIGURES_SCENE } from '../../scenes/figures/figures-scene.ts';
import { SIZE_NAMES, type SizeName } from '../../scenes/scene.ts';
import { SCENES, sceneByName } from '../../scenes/scenes.ts';
import { isParameter, ParameterError, parseParameter } from '../../simulation/tables/parse-parameters.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { MAX_WORKERS } from '../../simulation/program/pool.ts';
import { type Comparison, readComparison } from '../app/comparison.ts';

/** The settings that a link requests. Absent fields leave the choice to the page. */
export interface LinkRequest {
  readonly scene: string;
  readonly size?: number;
  readonly backend?: 'cpu' | 'gpu';
  readonly workers?: number;
  readonly compare?: Comparison;
  /** Whether the scene starts paused. */
  readonly paused?: boolean;
  /** Whether the chart of frame times is open. */
  readonly chart?: boolean;
  readonly parameters: Partial<SimulationParameters>;
  /** One message per part of the link that is not understood and was ignored. */
  readonly complaints: readonly string[];
}

/** Reads a link such as `?scene=octopi-8&size=medium&mode=dcd&compare=mode:ccd`. Bad parts are left out; `complaints` reports them. */
export function readLink(search: string): LinkRequest {
  const complaints: string[] = [];
  const parameters: Partial<SimulationParameters> = {};
  const request: { -readonly [K in keyof LinkRequest]?: LinkRequest[K] } & { scene: string } = {
    scene: SCENES[0]!.name,
  };
  const given = new URLSearchParams(search);
  const sceneName = given.get('scene');
  if (sceneName !== null) {
    if (sceneByName(sceneName) || sceneName === FIGURES_SCENE) request.scene = sceneName;
    else
      complaints.push(
        `unknown scene '${sceneName}'; known are ${[...SCENES.map(({ name }) => name), FIGURES_SCENE].join(', ')}`,
      );
  }
  const { size } = sceneByName(request.scene) ?? SCENES[0]!;
  for (const [name, text] of given) {
    if (name === 'scene') continue;
    if (name === 'backend') {
      if (text === 'cpu' || text === 'gpu') request.backend = text;
      else complaints.push(`backend is '${text}'; allowed are cpu, gpu`);
    } else if (name === 'size' || name === 'workers') {
      const [min, max] = name === 'size' ? [size.min, size.max] : [1, MAX_WORKERS];
      const value = name === 'size' && isSizeName(text) ? size[text] : Number(text);
      const names = name === 'size' ? `, or ${SIZE_NAMES.join(', ')}` : '';
      if (Number.isInteger(value) && value >= min && value <= max) request[name] = value;
      else complaints.push(`${name} is '${text}'; expected a whole number from ${min} to ${max}${names}`);
    } else if (name === 'compare') {
      const comparison = readComparison(text);
      if (typeof comparison === 'string') complaints.push(comparison);
      else request.compare = comparison;
    } else if (name === 'paused' || name === 'chart') {
      request[name] = true;
    } else if (isParameter(name)) {
      try {
        Object.assign(parameters, parseParameter(name, text));
      } catch (error) {
        if (!(error instanceof ParameterError)) throw error;
        complaints.push(error.message);
      }
    } else complaints.push(`unknown parameter '${name}'`);
  }
  return { ...request, parameters, complaints };
}

const isSizeName = (text: string): text is SizeName => (SIZE_NAMES as readonly string[]).includes(text);
