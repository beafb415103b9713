import type { GUI } from 'lil-gui';
import { FIGURES_SCENE } from '../../scenes/figures/figures-scene.ts';
import { type Scene, SIZE_NAMES, type SizeName } from '../../scenes/scene.ts';
import { SCENES } from '../../scenes/scenes.ts';
import { OWN_SCENE } from '../link/own-document.ts';
import { type Comparison, comparisonInWords } from '../app/comparison.ts';
import type { SceneChoice } from '../link/settings.ts';
import { addChoice, setChoices } from './parameter-controls.ts';
import type { Tooltip } from './tooltip.ts';

/** A size slider that ends at most here counts bodies or cells, in steps of 1. Sliders that end later count tetrahedra. */
const LARGEST_COUNT = 1000;
/** Step of the sliders that count tetrahedra. */
const TETRAHEDRA_STEP = 100;
const FIGURES_TITLE = 'Paths in 2D';
const OWN_TITLE = 'My scene';
const NO_COMPARISON = 'nothing';
/** In the list of sizes: none of the named ones. */
const OWN_SIZE = 'own';
const SIZE_TITLES: Readonly<Record<SizeName, string>> = { small: 'Small', medium: 'Medium', paper: 'As in the paper' };

/** The page's functions that the folder 'Scene' calls. */
export interface SceneActions {
  load(changed: SceneChoice): void;
  openGallery(): void;
  about(): void;
  /** Opens the browser's dialog of files. */
  openFiles(): void;
  /** Shows the scene of one's own. */
  openOwn(): void;
}

/** Adds the list of scenes, and the button that opens the gallery. @param scene name of the scene that is shown */
export function addSceneList(folder: GUI, scene: string, actions: SceneActions, tooltip: Tooltip): void {
  const titles = SCENES.map(({ name, title }) => [name, title] as const);
  const list = addChoice(folder, { scene }, 'scene', [
    ...titles,
    [FIGURES_SCENE, FIGURES_TITLE],
    [OWN_SCENE, OWN_TITLE],
  ]);
  list.domElement.classList.add('wide');
  list
    .name('Scene')
    .onChange((name: string) => (name === OWN_SCENE ? actions.openOwn() : actions.load({ scene: name })));
  tooltip.describe(list.domElement, () => ({
    title: 'Scene',
    meaning: 'Starts another scene, with its own parameters. The gallery shows pictures of all of them.',
  }));
  const gallery = folder.add(actions, 'openGallery').name('Gallery (g)');
  tooltip.describe(gallery.domElement, () => ({
    meaning: 'Shows pictures of all scenes, and what each size will take.',
  }));
  const open = folder.add(actions, 'openFiles').name('Open files … (Ctrl+O)');
  tooltip.describe(open.domElement, () => ({
    title: 'Open files',
    meaning: 'Takes meshes or a scene of your own. You can also drop the files on the page, several at once.',
  }));
}

/** Adds the choice of a size: by name, or by the scene's own number. */
export function addSize(folder: GUI, scene: Scene, size: number, actions: SceneActions, tooltip: Tooltip): void {
  const { min, max, paper, meaning } = scene.size;
  // A scene of one's own has one size.
  if (min === max) return;
  // The list has the entry 'own' only while the size is none of the named ones.
  const sizeName = SIZE_NAMES.find((name) => scene.size[name] === size) ?? OWN_SIZE;
  const named = SIZE_NAMES.map((name) => [name, SIZE_TITLES[name]] as const);
  const choices = sizeName === OWN_SIZE ? [...named, [OWN_SIZE, 'Own'] as const] : named;
  const choice = addChoice(folder, { size: sizeName }, 'size', choices).name('Size');
  choice.onChange((name: SizeName | typeof OWN_SIZE) => name !== OWN_SIZE && actions.load({ size: scene.size[name] }));
  tooltip.describe(choice.domElement, () => ({
    title: 'Size',
    meaning:
      'How finely bodies are divided, or how many there are. Small suits a laptop, Medium is about ten times as much.',
    watch: 'The scene starts again. Large sizes take seconds for every picture.',
  }));
  const largest = Math.min(max, Math.max(size, paper));
  const step = largest <= LARGEST_COUNT ? 1 : TETRAHEDRA_STEP;
  const slider = folder
    .add({ size }, 'size', min, largest, step)
    .name(`${meaning[0].toUpperCase()}${meaning.slice(1)}`);
  slider.onFinishChange((value: number) => value !== size && actions.load({ size: value }));
  tooltip.describe(slider.domElement, () => ({
    title: 'Size as a number',
    meaning: `The number of ${meaning}.`,
    range: `From ${min.toLocaleString('en')} to ${largest.toLocaleString('en')}.`,
    watch: 'The scene starts again when you let go.',
  }));
}

/**
 * Adds the list of methods that the scene can be compared with.
 * @param compare the comparison that runs; it stays in the list
 * @returns a function that replaces the comparisons in the list
 */
export function addComparison(
  folder: GUI,
  compare: Comparison | undefined,
  actions: SceneActions,
  tooltip: Tooltip,
): (offered: readonly Comparison[]) => void {
  const list = addChoice(folder, { compare: compare ? keyOf(compare) : NO_COMPARISON }, 'compare', []);
  list.name('Compare with');
  tooltip.describe(list.domElement, () => ({
    title: 'Compare with',
    meaning:
      'Runs the scene twice, side by side: left as it is, right with this method. Camera, clock and mouse are the same.',
  }));
  return (offered) => {
    const isOffered = compare && offered.some((one) => keyOf(one) === keyOf(compare));
    const all = compare && !isOffered ? [compare, ...offered] : offered;
    const choices = all.map((one) => [keyOf(one), comparisonInWords(one)] as const);
    setChoices(list, [[NO_COMPARISON, 'Nothing'], ...choices]);
    list.onChange((key: string) => actions.load({ compare: all.find((one) => keyOf(one) === key) }));
  };
}

const keyOf = ({ name, value }: Comparison): string => `${name}:${value}`;
