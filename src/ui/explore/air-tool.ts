import { AirLayer } from '../../render/air/air-layer.ts';
import { AirFigure } from '../../render/explore/air-figure.ts';
import type { ExploreLayer } from '../../render/explore/explore-layer.ts';
import { viewRayOf } from '../../render/framing.ts';
import { bodyColour } from '../../render/palette.ts';
import { PlaneLook } from '../../render/plane/plane-look.ts';
import type { View } from '../../render/view.ts';
import { type AirExplanation, explainAir, type StillAir } from '../../simulation/view/explain/explain-air.ts';
import { hasAir } from '../../simulation/world/world.ts';
import { readAir } from '../app/drawn-air.ts';
import type { Session } from '../app/session.ts';
import { elementsAt, invertedElements } from './air-pick.ts';
import type { ExploreCard } from './explore-card.ts';
import type { StillFrame } from './still-frame.ts';

/** Reads the air of the present frame, for a tool that explains its elements. @returns undefined if the scene has none */
export async function stillAir({ world, opened }: Session): Promise<StillAir | undefined> {
  if (!hasAir(world)) return undefined;
  const { elements, count } = await readAir(opened);
  const inverseMasses = ((await opened.backend.read('inverseMasses')) as Float32Array).slice();
  return { elements: elements.slice(), count, inverseMasses };
}

/** The tool that explains elements of air: their gradients, their quality, and the operations tried to improve them. */
export class AirTool {
  /** The explained element; public for tests. */
  explained: AirExplanation | undefined;
  private readonly inverted: readonly number[];
  /** Elements under the last click, and the chosen one among them. */
  private hits: readonly number[] = [];
  private drawn: { readonly wire: AirLayer; readonly figure: AirFigure; dispose(): void } | undefined;

  /** @param changed called when the picture has to be drawn again */
  constructor(
    private readonly air: StillAir,
    private readonly frame: StillFrame,
    private readonly layer: ExploreLayer,
    private readonly view: View,
    private readonly card: Pick<ExploreCard, 'showAir'>,
    private readonly changed: () => void,
  ) {
    this.inverted = invertedElements(this.placed);
  }

  /** Whether elements are inverted, about which there is most to tell. */
  get hasInverted(): boolean {
    return this.inverted.length > 0;
  }

  private get placed() {
    const { world, positions } = this.frame;
    return { ...this.air, dimension: world.dimension, positions };
  }

  /** Shows the air, and bodies as glass; of bodies in the plane the outlines. */
  open(): void {
    const { air, frame, layer } = this;
    // Glass in the plane has no outline but that of the lines.
    layer.showGlass(() => (frame.world.dimension === 2 ? 'clear' : 'pale'), []);
    if (!this.drawn) {
      const wire = new AirLayer(frame.world, air.count);
      const plane = frame.world.dimension === 2 ? new PlaneLook(frame.world) : undefined;
      plane?.update(frame.positions);
      const figure = new AirFigure();
      layer.group.add(wire.group, figure.group, ...(plane ? [plane.group] : []));
      const dispose = () => {
        for (const part of [wire, plane, figure]) part?.dispose();
      };
      this.drawn = { wire, figure, dispose };
    }
    this.show();
  }

  /** Explains the element under a click; another click at the same elements explains the next one. */
  click(x: number, y: number): void {
    const hits = elementsAt(this.placed, viewRayOf(this.view, x, y), x, y, (point) => this.view.rig.project(point));
    if (hits.length === 0) return;
    const now = hits.indexOf(this.explained?.element ?? -1);
    const isSame = hits.length === this.hits.length && hits.every((element) => this.hits.includes(element));
    this.hits = hits;
    this.explain(hits[isSame ? (now + 1) % hits.length : 0]);
  }

  /** Explains the next inverted element. */
  next(): void {
    const { inverted, explained } = this;
    if (inverted.length > 0) this.explain(inverted[(inverted.indexOf(explained?.element ?? -1) + 1) % inverted.length]);
  }

  explain(element: number): void {
    const { world, positions } = this.frame;
    this.explained = explainAir(world, this.air, positions, element);
    this.show();
  }

  private show(): void {
    const { world, positions } = this.frame;
    const { explained, inverted, air, drawn } = this;
    if (drawn) {
      drawn.wire.isFaded = explained !== undefined;
      drawn.wire.update(positions, air.elements, air.count);
    }
    const corners = explained?.corners ?? [];
    const colours = corners.map(({ body }) => bodyColour(body, world.bodies[body].skin));
    if (explained) drawn?.figure.show(explained, colours);
    const bodies = corners.map(({ body }, k) => ({
      name: `body ${body + 1} (${world.models[world.bodies[body].model].name})`,
      colour: `#${colours[k].getHexString()}`,
    }));
    const { dimension } = world;
    this.card.showAir({ count: air.count, inverted: inverted.length, dimension, explained, bodies });
    this.changed();
  }

  /** Removes all that is drawn. */
  close(): void {
    this.drawn?.dispose();
    this.drawn = this.explained = undefined;
    this.hits = [];
  }
}
