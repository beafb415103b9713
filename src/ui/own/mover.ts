import { viewRayOf } from '../../render/framing.ts';
import { bodyOfVertex, vertexEnd } from '../../simulation/world/world.ts';
import type { EarlierState } from '../app/half.ts';
import { isState } from '../app/page.ts';
import type { RunningScene } from '../app/running-scene.ts';
import { pickFace, pointOn } from '../hand/pick.ts';
import type { Vector } from './placing.ts';

/** A press that moves by less than this is a click [pixels]. */
const CLICK = 4;
/** Sine of the angle between a ray and the horizontal plane below which the plane is seen edge-on. */
const EDGE_ON = 0.05;

/** Functions that the mover calls. Bodies are counted as in the scene. */
export interface MoverActions {
  /** The scene of one's own that runs; undefined while another scene is shown. */
  running(): RunningScene | undefined;
  select(body: number): void;
  /** Called while a drag takes a body along; by (0, 0, 0) if the drag ends without a move. @param by [m] */
  drag(body: number, by: Vector): void;
  /** Takes a body to another place. @param by [m] */
  move(body: number, by: Vector): void;
}

/** A press on a body. */
interface Press {
  readonly pointer: number;
  readonly running: RunningScene;
  /** Body of the world, and its number in the scene. */
  readonly body: number;
  readonly placement: number;
  /** The point of the body that was pressed [m]. */
  readonly point: Vector;
  /** The pointer's place [pixels of the page]. */
  readonly x: number;
  readonly y: number;
  /** Whether the press can move the body. */
  readonly moves: boolean;
  hasMoved: boolean;
  /** How far the body is dragged so far [m]. */
  by: Vector;
  /** The state at the start, which is drawn with the body at its other place; undefined until it is read. */
  state: EarlierState | undefined;
}

/**
 * Lets pointers choose bodies by a click, and drag them to another place while the scene stands at its start: along the ground, or with shift
 * up and down. While the scene runs, a drag pulls bodies as in every scene.
 */
export class Mover {
  private press: Press | undefined;

  /** @param views element that has the canvases in it */
  constructor(
    views: HTMLElement,
    private readonly actions: MoverActions,
  ) {
    // In the capture phase, so that a press that moves a body neither pulls it nor turns the camera.
    const before = { capture: true };
    views.addEventListener('pointerdown', (event) => this.down(event), before);
    views.addEventListener('pointermove', (event) => this.moved(event), before);
    views.addEventListener('pointerup', (event) => this.up(event), before);
    views.addEventListener('pointercancel', (event) => this.up(event), before);
  }

  private down(event: PointerEvent): void {
    const running = this.actions.running();
    if (!running || event.button !== 0 || running.comparison) return;
    // A second finger doesn't take over.
    if (this.press?.running === running && this.press.moves) return;
    const { view, session, bodies } = running.first;
    if (event.target !== view.canvas) return;
    const ray = viewRayOf(view, event.clientX, event.clientY);
    const hit = pickFace(session.faces, bodies, ray);
    if (!hit) return;
    const body = bodyOfVertex(session.world, session.faces[3 * hit.face]!);
    const moves = isState('paused') && session.simulator.time === 0;
    const press: Press = {
      pointer: event.pointerId,
      running,
      body,
      placement: session.world.bodies[body]!.placement,
      point: pointOn(ray, hit.distance),
      x: event.clientX,
      y: event.clientY,
      moves,
      hasMoved: false,
      by: [0, 0, 0],
      state: undefined,
    };
    this.press = press;
    if (!moves) return;
    event.stopPropagation();
    view.canvas.setPointerCapture(event.pointerId);
    // Without the state, as after the loss of the device, the body is drawn in its place until it is let go.
    readState(running).then(
      (state) => {
        press.state = state;
      },
      () => undefined,
    );
  }

  /** The press of a pointer, unless another scene has started since it began. */
  private pressOf({ pointerId }: PointerEvent): Press | undefined {
    const { press } = this;
    return press?.pointer === pointerId && press.running === this.actions.running() ? press : undefined;
  }

  private moved(event: PointerEvent): void {
    const press = this.pressOf(event);
    if (!press) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) >= CLICK) press.hasMoved = true;
    if (!press.moves || !press.hasMoved) return;
    event.stopPropagation();
    press.by = dragged(press, event);
    if (press.state) {
      press.running.recall([movedState(press, press.state)]);
      this.actions.drag(press.placement, press.by);
    }
  }

  private up(event: PointerEvent): void {
    const press = this.pressOf(event);
    if (this.press?.pointer === event.pointerId) this.press = undefined;
    if (!press) return;
    if (press.moves) event.stopPropagation();
    if (event.type === 'pointercancel') {
      press.running.recall(undefined);
      this.actions.drag(press.placement, [0, 0, 0]);
    } else if (!press.hasMoved) this.actions.select(press.placement);
    else if (press.moves) this.actions.move(press.placement, press.by);
  }
}

/** Returns how far a drag has moved the point that was pressed [m]. */
function dragged({ running, point }: Press, { clientX, clientY, shiftKey }: PointerEvent): Vector {
  const { view } = running.first;
  const { origin, direction } = viewRayOf(view, clientX, clientY);
  const facing = view.camera.getWorldDirection(view.camera.position.clone()).toArray();
  const length = Math.hypot(...direction);
  const isEdgeOn = Math.abs(direction[1]) < EDGE_ON * length;
  const normal = shiftKey || isEdgeOn ? [facing[0], shiftKey ? 0 : facing[1], facing[2]] : [0, 1, 0];
  const along = normal.reduce((sum, n, k) => sum + n! * direction[k]!, 0);
  if (along === 0) return [0, 0, 0];
  const distance = normal.reduce((sum, n, k) => sum + n! * (point[k]! - origin[k]!), 0) / along;
  const [x, y, z] = pointOn({ origin, direction }, distance).map((at, k) => at - point[k]!);
  return shiftKey ? [0, y!, 0] : [x!, 0, z!];
}

/** Reads what drawing needs of the present state. */
async function readState({ session }: RunningScene): Promise<EarlierState> {
  const { backend } = session.opened;
  const read = async (name: 'positions' | 'normals' | 'depths') => (await backend.read(name)) as Float32Array;
  return {
    positions: (await read('positions')).slice(),
    normals: (await read('normals')).slice(),
    depths: (await read('depths')).slice(),
    time: session.simulator.time,
    planeWaits: backend.pool.state.planeWaits.slice(),
  };
}

/** Returns the state with the body at its other place. */
function movedState({ running, body, by }: Press, state: EarlierState): EarlierState {
  const { world } = running.session;
  const positions = state.positions.slice();
  for (let v = world.bodies[body]!.vertexBase; v < vertexEnd(world, body); v++)
    for (let k = 0; k < 3; k++) positions[3 * v + k] = state.positions[3 * v + k]! + by[k]!;
  return { ...state, positions };
}
