import { FIGURES_SCENE, FIGURES_TITLE } from '../../scenes/figures/figures-scene.ts';
import { SCENES } from '../../scenes/scenes.ts';
import { Dialog } from '../notices/dialog.ts';
import type { SceneChoice } from '../link/settings.ts';
import type { BackendKind, Runtime } from '../app/runtime.ts';
import { figuresCard, sceneCard } from './scene-card.ts';

const INTRODUCTION =
  'Choose a picture to watch its scene at a size that suits this machine, or choose a size yourself. ' +
  'Or drop a mesh of your own on the page. ' +
  'Sizes are given in tetrahedra, the small elements that bodies are made of.';

/** The page's functions that the gallery calls. */
export interface GalleryActions {
  load(choice: SceneChoice): void;
  /** Opens the browser's dialog of files. */
  openFiles(): void;
  /** Shows the scene of one's own. */
  openOwn(): void;
}

/** The page's list of scenes, shown over the running scene. */
export class Gallery {
  private readonly dialog: Dialog;

  constructor(
    private readonly element: HTMLElement,
    private readonly runtime: Runtime,
    private readonly page: GalleryActions,
  ) {
    this.dialog = new Dialog(element);
  }

  get isOpen(): boolean {
    return this.dialog.isOpen;
  }

  /** @param backend the backend on which a chosen scene would run. Sizes that fit neither its memory nor the CPU's are disabled */
  open(backend: BackendKind): void {
    const { element, runtime, page } = this;
    element.innerHTML = `<header><div><h2>Scenes</h2><p>${INTRODUCTION}</p></div><div class="actions"><button class="open">open files …</button>
      <button class="own">my scene</button><button class="leave">close (g)</button></div></header>
      <div class="cards"></div>`;
    const onClick = (name: string, act: () => void) => {
      element.querySelector<HTMLButtonElement>(`.${name}`)!.onclick = act;
    };
    onClick('leave', () => this.close());
    onClick('open', () => page.openFiles());
    onClick('own', () => page.openOwn());
    this.dialog.open();
    element.scrollTop = 0;
    const cards = element.querySelector('.cards')!;
    const machine = { budget: runtime.budget, backend };
    cards.append(
      ...SCENES.map((scene) => sceneCard(scene, machine, (size) => page.load({ scene: scene.name, size }))),
      figuresCard(FIGURES_TITLE, () => page.load({ scene: FIGURES_SCENE })),
    );
    cards.querySelector<HTMLElement>('.picture')?.focus({ preventScroll: true });
  }

  close(): void {
    this.dialog.close();
  }
}
