import { hasAir, type World } from '../../simulation/world/world.ts';
import { type AirNews, fillAir } from './air-legend.ts';
import type { CutChoice } from './cut.ts';
import { type Nouns, fillLegend, fillLinesKey, type LegendContent } from './legend.ts';
import { fillPatches } from './patch-legend.ts';
import type { PatchNews } from './patches.ts';

/** Elements of the page that the mode fills. */
export interface ExploreHosts {
  readonly card: HTMLElement;
  readonly labels: HTMLElement;
}

export type Tool = 'points' | 'section' | 'patches' | 'air';
/** Tools by what a scene has: bodies in the plane have no inside. */
export const toolsOf = ({ dimension, air }: Pick<World, 'dimension' | 'air'>): readonly Tool[] => [
  ...(dimension === 2 && hasAir({ air }) ? [] : (['points', 'section', 'patches'] as const)),
  ...(hasAir({ air }) ? (['air'] as const) : []),
];

/** Actions of the card's controls. */
export interface CardActions {
  leave(): void;
  useTool(tool: Tool): void;
  cutBody(body: number): void;
  cutAxis(axis: number): void;
  /** @param share position of the plane, as a share of the body's extent along the axis, 0 to 1 */
  cutAt(share: number): void;
  /** Shows or hides lines of equal depth in the cut. */
  drawLines(isOn: boolean): void;
  next(): void;
  /** Explains the next inverted element of air. */
  nextAir(): void;
}

const NOUNS: Nouns = { element: 'element', boundary: 'skin' };
const AXES = ['x', 'y', 'z'] as const;

/** The card of 'explore paths': tools, controls of the cut, and the legend with its numbers. */
export class ExploreCard {
  private readonly legend: HTMLElement;
  private readonly instructions: HTMLElement;

  constructor(
    private readonly element: HTMLElement,
    private readonly actions: CardActions,
    world: World,
  ) {
    const bodies = world.bodies.length;
    const tools = toolsOf(world);
    const isHidden = (tool: Tool) => (tools.includes(tool) ? '' : ' hidden');
    element.innerHTML = `
      <header><h1>Explore paths</h1><button class="leave" title="Esc or e">done</button></header>
      <p class="keys">The simulation stands still. <kbd>Esc</kbd> or <kbd>e</kbd>: done</p>
      <p class="how"></p>
      <div class="tools" role="group" aria-label="Tool">
        <button data-tool="points"${isHidden('points')}>points</button><button data-tool="section"${isHidden('section')}>section</button>
        <button data-tool="patches"${isHidden('patches')} title="Which parts of the skin surely don’t touch themselves">self-collision</button>
        <button data-tool="air"${isHidden('air')} title="How single elements of air push bodies apart">air</button>
      </div>
      <div class="cut">
        <label>body <select>${Array.from({ length: bodies }, (_, i) => `<option value="${i}">${i + 1}</option>`).join('')}</select></label>
        <span role="group" aria-label="Axis">across ${AXES.map((name, i) => `<button data-axis="${i}">${name}</button>`).join('')}</span>
        <input type="range" min="0.01" max="0.99" step="0.005" aria-label="Where the section lies" />
        <span role="group" aria-label="Lines in the section">lines <button data-lines="none">none</button> <button data-lines="depth">depth</button></span>
        <div class="key" hidden></div>
      </div>
      <div class="told" aria-live="polite"></div>`;
    this.legend = element.querySelector('.told')!;
    this.instructions = element.querySelector('.how')!;
    this.listen();
    element.hidden = false;
  }

  private listen(): void {
    const { actions, element } = this;
    element.querySelector<HTMLButtonElement>('.leave')!.onclick = () => actions.leave();
    for (const button of element.querySelectorAll<HTMLButtonElement>('[data-tool]'))
      button.onclick = () => actions.useTool(button.dataset.tool as Tool);
    for (const button of element.querySelectorAll<HTMLButtonElement>('[data-axis]'))
      button.onclick = () => actions.cutAxis(Number(button.dataset.axis));
    for (const button of element.querySelectorAll<HTMLButtonElement>('[data-lines]'))
      button.onclick = () => actions.drawLines(button.dataset.lines === 'depth');
    const select = element.querySelector('select')!;
    select.onchange = () => actions.cutBody(Number(select.value));
    const slider = element.querySelector('input')!;
    slider.oninput = () => actions.cutAt(Number(slider.value));
  }

  /** Marks the chosen tool and cut, and shows instructions for the person. */
  showTool(tool: Tool, cut: CutChoice, instructions: string): void {
    const { element } = this;
    this.instructions.textContent = instructions;
    this.press('[data-tool]', ({ dataset }) => dataset.tool === tool);
    this.press('[data-axis]', ({ dataset }) => Number(dataset.axis) === cut.axis);
    element.querySelector<HTMLElement>('.cut')!.hidden = tool !== 'section';
    element.querySelector('select')!.value = String(cut.body);
    element.querySelector('input')!.value = String(cut.share);
  }

  /** Tells what the lines of equal depth in the cut are. @param spacing step of depth between them [m]; undefined if there are none */
  showLines(spacing: number | undefined): void {
    this.press('[data-lines]', ({ dataset }) => (dataset.lines === 'depth') === (spacing !== undefined));
    const key = this.element.querySelector<HTMLElement>('.key')!;
    key.hidden = spacing === undefined;
    if (spacing !== undefined) fillLinesKey(key, spacing);
  }

  private press(selector: string, isPressed: (button: HTMLElement) => boolean): void {
    for (const button of this.element.querySelectorAll<HTMLElement>(selector))
      button.ariaPressed = String(isPressed(button));
  }

  /** Shows a sentence instead of the legend. */
  say(text: string): void {
    this.legend.innerHTML = '<p class="where"></p>';
    this.legend.querySelector('p')!.textContent = text;
  }

  showLegend(content: LegendContent): void {
    fillLegend(this.legend, content, NOUNS, () => this.actions.next());
  }

  /** Tells how the skins are divided into patches, and explains the clicked one. */
  showPatches(news: PatchNews): void {
    fillPatches(this.legend, news);
  }

  /** Tells of the air mesh, and explains the clicked element. */
  showAir(news: AirNews): void {
    fillAir(this.legend, news, () => this.actions.nextAir());
  }

  close(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}
