import { FIGURES_SCENE } from '../../scenes/figures/figures-scene.ts';
import { SIZE_NAMES, type SizeName } from '../../scenes/scene.ts';
import { SCENES, sceneByName } from '../../scenes/scenes.ts';
import { decimal, quoted } from '../../math/text.ts';
import { currentName, isParameter, ParameterError, parseParameter } from '../../simulation/tables/parse-parameters.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { OWN_SCENE } from './own-document.ts';
import { type Comparison, readComparison } from '../app/comparison.ts';
import { isPartOfView, type PageView, readPartOfView } from './page-view.ts';

/** The settings and the view that a link requests. Absent fields leave the choice to the page. */
export interface LinkRequest extends PageView {
  readonly scene: string;
  readonly size?: number;
  readonly backend?: 'cpu' | 'gpu';
  readonly compare?: Comparison;
  readonly parameters: Partial<SimulationParameters>;
  /** One message per part of the link that is not understood and was ignored. */
  readonly complaints: readonly string[];
}

/** The scene with which the page opens if its address asks for nothing: on a slow machine, too, it shows untangling within some seconds. */
export const OPENING_SCENE = 'entangled-octopi';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Reads a link such as `?scene=octopi-8&size=medium&mode=dcd&compare=mode:ccd`. Bad parts are left out; `complaints` reports them. */
export function readLink(search: string): LinkRequest {
  const complaints: string[] = [];
  const given = new URLSearchParams(search);
  const scene = given.size === 0 ? OPENING_SCENE : readScene(given.get('scene'), complaints);
  const request: Writable<LinkRequest> = { scene, parameters: {}, complaints };
  for (const [name, text] of given) {
    try {
      readPart(request, name, text);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      complaints.push(error.message);
    }
  }
  return request;
}

function readScene(name: string | null, complaints: string[]): string {
  const first = SCENES[0]!.name;
  if (name === null) return first;
  if (sceneByName(name) || name === FIGURES_SCENE || name === OWN_SCENE) return name;
  const known = [...SCENES.map((scene) => scene.name), FIGURES_SCENE].join(', ');
  complaints.push(`unknown scene ${quoted(name)}; known are ${known}`);
  return first;
}

/** Reads one part of a link into the request. @throws ParameterError that says what was found and what is allowed */
function readPart(request: Writable<LinkRequest>, name: string, text: string): void {
  if (name === 'scene') return;
  if (name === 'backend') request.backend = readBackend(text);
  else if (name === 'size') request.size = readSize(request.scene, text);
  else if (name === 'compare') request.compare = readComparison(text);
  else if (isPartOfView(name)) {
    if (name === 'figure' && request.scene !== FIGURES_SCENE)
      throw new ParameterError(`figure is ${quoted(text)}, but only the scene ${FIGURES_SCENE} has figures`);
    Object.assign(request, readPartOfView(name, text));
  } else if (isParameter(currentName(name))) Object.assign(request.parameters, parseParameter(name, text));
  else throw new ParameterError(`unknown parameter ${quoted(name)}`);
}

function readBackend(text: string): 'cpu' | 'gpu' {
  if (text === 'cpu' || text === 'gpu') return text;
  throw new ParameterError(`backend is ${quoted(text)}; allowed are cpu, gpu`);
}

function readSize(scene: string, text: string): number {
  const { size } = sceneByName(scene) ?? SCENES[0]!;
  const value = isSizeName(text) ? size[text] : decimal(text);
  if (Number.isInteger(value) && value >= size.min && value <= size.max) return value;
  const allowed = `expected a whole number from ${size.min} to ${size.max}, or ${SIZE_NAMES.join(', ')}`;
  throw new ParameterError(`size is ${quoted(text)}; ${allowed}`);
}

const isSizeName = (text: string): text is SizeName => (SIZE_NAMES as readonly string[]).includes(text);
