import { SIZE_NAMES, type Scene, type SizeName } from '../../scenes/scene.ts';
import { type MemoryBudget, shortage } from '../sizing/memory-budget.ts';
import type { BackendKind } from '../app/runtime.ts';
import { expectedSize } from './expected-size.ts';

/** A backend, and the memory that it can give a scene. */
export interface Machine {
  readonly budget: MemoryBudget;
  readonly backend: BackendKind;
}

/** Difference of the background hues from one card to the next [degrees]: the golden angle, so that no hue repeats. */
const HUE_STEP = 137.5;
/** Background hue of the card that was built last [degrees]. */
let hue = 20;

/**
 * Builds a scene's card: picture, description and sizes.
 * @param choose called with the chosen size; with undefined if the page should find a size that suits the machine
 */
export function sceneCard(scene: Scene, machine: Machine, choose: (size: number | undefined) => void): HTMLElement {
  const card = emptyCard(scene.name, scene.title, `./gallery/${scene.name}.jpg`, () => choose(undefined));
  const bodies = expectedSize(scene, scene.size.small)?.bodies;
  const origin = [
    ...(scene.figure === undefined ? [] : [`the paper’s Figure ${scene.figure}`]),
    ...(bodies === undefined ? [] : [`${bodies} ${bodies === 1 ? 'body' : 'bodies'} at the small size`]),
  ];
  append(card, 'p', 'origin', origin.join(' · '));
  append(card, 'p', 'text', scene.description).title = scene.description;
  const sizes = append(card, 'div', 'sizes', '');
  const refusals = SIZE_NAMES.flatMap((name) => {
    const { button, refusal } = sizeButton(scene, name, machine, choose);
    sizes.append(button);
    return refusal ? [refusal] : [];
  });
  for (const refusal of refusals) append(card, 'p', 'refusal', refusal);
  return card;
}

function sizeButton(scene: Scene, name: SizeName, machine: Machine, choose: (size: number) => void) {
  const size = scene.size[name];
  const expected = expectedSize(scene, size);
  const button = document.createElement('button');
  button.dataset.size = name;
  button.innerHTML = `${name}<span>${expected ? roundedCount(expected.tetrahedra) : ''}</span>`;
  button.title = `${size.toLocaleString('en')} ${scene.size.meaning}`;
  button.onclick = () => choose(size);
  const { budget, backend } = machine;
  const reason = expected && shortage(expected, budget, backend, 1);
  // A scene that is too large only for the GPU can run on the CPU.
  const fitsCpu = reason !== undefined && !shortage(expected!, budget, 'cpu', 1);
  button.disabled = reason !== undefined && !fitsCpu;
  return { button, refusal: reason && `${name}: ${reason}${fitsCpu ? ', so the CPU runs it' : ''}` };
}

/** Builds the card of the paper's 2D figures. */
export function figuresCard(title: string, choose: () => void): HTMLElement {
  const [name, origin] = title.split(': ');
  const card = emptyCard('paths-2d', name, './gallery/paths-2d.jpg', choose);
  append(card, 'p', 'origin', origin.replace(' of the paper', ''));
  append(
    card,
    'p',
    'text',
    'How a point finds its way out of a flat shape: move the point, and see which ways are tried.',
  );
  return card;
}

function emptyCard(name: string, title: string, picture: string, choose: () => void): HTMLElement {
  const card = document.createElement('article');
  card.dataset.scene = name;
  const button = append(card, 'button', 'picture', '') as HTMLButtonElement;
  hue = (hue + HUE_STEP) % 360;
  button.style.setProperty('--hue', String(Math.round(hue)));
  button.setAttribute('aria-label', `Watch: ${title}`);
  button.onclick = choose;
  const image = new Image();
  image.alt = '';
  image.loading = 'lazy';
  image.onerror = () => {
    image.remove();
    button.textContent = title;
  };
  image.src = picture;
  button.append(image);
  append(card, 'h3', '', title);
  return card;
}

function append(parent: HTMLElement, tag: string, name: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.textContent = text;
  parent.append(element);
  return element;
}

/** Formats 24123 as '24 K' and 8880000 as '8.9 M'. */
const roundedCount = (count: number): string =>
  count < 999_500 ? `${Math.max(1, Math.round(count / 1000))} K` : `${(count / 1e6).toFixed(1)} M`;
