import { MARK_LAYER, type PartFrame, PartMark } from '../../render/own/part-mark.ts';
import { boundsOf } from '../../scenes/own/outline.ts';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import { isState } from '../app/page.ts';
import type { RunningScene } from '../app/running-scene.ts';
import type { Settings } from '../link/settings.ts';
import type { Part } from './edits.ts';
import {
  centreOf,
  meshBox,
  middle,
  minus,
  obstacleBox,
  plus,
  times,
  turned,
  turnOnto,
  type Vector,
} from './placing.ts';

/** Share of a box by which its frame is larger on each side, so that the lines don't cut through the body. */
const MARGIN = 0.04;
/** Half of the side of a plane's frame [half diagonals of the box around the bodies]. */
const PLANE = 0.8;

/** State of the page from which the highlight is drawn. */
export interface Highlighted {
  readonly settings: Settings;
  readonly running: RunningScene | undefined;
}

/** Frames the chosen part in the view while the scene of one's own stands at its start. Pictures and videos don't show it. */
export class Highlight {
  private mark: PartMark | undefined;
  private marked: RunningScene | undefined;

  /** @param part returns the scene as it is edited, and the chosen part */
  constructor(
    private readonly page: Highlighted,
    private readonly part: () => { readonly scene: OwnScene | undefined; readonly selected: Part | undefined },
  ) {
    new MutationObserver(() => this.update()).observe(document.body, { attributeFilter: ['data-state'] });
  }

  /** Draws the frame where the part is now. @param by how far a drag has taken it [m] */
  update(by: Vector = [0, 0, 0]): void {
    const { running } = this.page;
    const { scene, selected } = this.part();
    const frame = scene && selected && this.isEditing(running) ? frameOf(scene, selected, by) : undefined;
    if (running !== this.marked) {
      this.mark?.dispose();
      this.mark = undefined;
      this.marked = running;
    }
    if (!running || (!frame && !this.mark)) return;
    if (!this.mark) {
      this.mark = new PartMark();
      const { view } = running.first;
      view.add(this.mark.group);
      view.camera.layers.enable(MARK_LAYER);
    }
    this.mark.show(frame);
    running.drawAgain();
  }

  /** Whether the scene of one's own stands at its start, as it was edited last. */
  private isEditing(running: RunningScene | undefined): boolean {
    const { own } = this.page.settings;
    if (!running || !own || running.comparison) return false;
    const { scene, simulator } = running.session;
    return scene === own.scene && simulator.time === 0 && isState('paused');
  }
}

const AXES: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Returns the frame of a part; undefined if there is none. */
function frameOf(scene: OwnScene, { list, index }: Part, by: Vector): PartFrame | undefined {
  if (list === 'bodies') {
    const body = scene.bodies[index];
    if (!body) return undefined;
    const { least, most } = meshBox(scene.meshes[body.mesh]!.mesh.positions);
    const half = times(((1 + MARGIN) * body.scale) / 2, minus(most, least));
    return { centre: plus(centreOf(scene, body), by), halfAxes: axes(half, (axis) => turned(body.turn, axis)) };
  }
  const obstacle = scene.obstacles[index];
  if (!obstacle) return undefined;
  const box = obstacleBox(obstacle);
  if (box) return { centre: middle(box), halfAxes: axes(times((1 + MARGIN) / 2, minus(box.most, box.least))) };
  if (obstacle.kind !== 'plane') return undefined;
  const side = PLANE * boundsOf(scene).reach;
  const turn = turnOnto(obstacle.normal);
  return { centre: obstacle.at, halfAxes: axes([side, 0, side], (axis) => turned(turn, axis)) };
}

/** Returns the half axes of a box. @param half half extents [m] */
function axes(half: Vector, turn: (axis: Vector) => Vector = (axis) => axis): PartFrame['halfAxes'] {
  const [x, y, z] = AXES.map((axis, k) => times(half[k]!, turn(axis)));
  return [x!, y!, z!];
}
