import type { AirLayer } from '../../render/air/air-layer.ts';
import type { View } from '../../render/view.ts';
import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import { AIR_TALLY } from '../../simulation/constraints/air/arrays.ts';
import { hasAir } from '../../simulation/world/world.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import type { Session } from './session.ts';

/** The elements of air as a backend has them: AIR_STRIDE words each, of which the first `count` elements are in use. */
export interface AirElements {
  readonly elements: Uint32Array;
  readonly count: number;
}

/** Reads the present air mesh. Its elements change while the scene runs. */
export async function readAir({ backend }: Session['opened']): Promise<AirElements> {
  const tally = (await backend.read('airTally')) as Uint32Array;
  const count = tally[AIR_TALLY.elements]!;
  return { elements: (await backend.read('airElements')) as Uint32Array, count };
}

/** The air mesh of a session, drawn if the person wants it. */
export class DrawnAir {
  private layer: AirLayer | undefined;

  constructor(
    private readonly session: Session,
    private readonly view: View,
    private readonly viewOptions: Pick<ViewOptions, 'showsAir' | 'airLayer'>,
  ) {}

  /** Whether it is drawn, which takes the positions. */
  get isShown(): boolean {
    const { showsAir, airLayer } = this.viewOptions;
    return showsAir && airLayer !== undefined && hasAir(this.session.world);
  }

  /** Draws the air as it is now, or hides it. @param positions of all vertices [m], 3 per vertex */
  async update(positions: Float32Array): Promise<void> {
    if (!this.isShown) {
      this.hide();
      return;
    }
    const { elements, count } = await readAir(this.session.opened);
    this.makeLayer(elements.length / AIR_STRIDE);
    this.layer?.cut(this.view.sectionMask);
    this.layer?.update(positions, elements, count);
    if (this.layer) this.layer.group.visible = true;
  }

  /** Makes the layer, and makes it anew when the list of elements has grown. */
  private makeLayer(capacity: number): void {
    const Layer = this.viewOptions.airLayer;
    if (!Layer || (this.layer && this.layer.capacity >= capacity)) return;
    this.layer?.dispose();
    this.layer = new Layer(this.session.world, capacity);
    this.view.add(this.layer.group);
  }

  /** Draws none: for earlier states, of which the elements aren't kept. */
  hide(): void {
    if (this.layer) this.layer.group.visible = false;
  }

  dispose(): void {
    this.layer?.dispose();
  }
}
