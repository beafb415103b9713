import { dot } from '../../math/arithmetic.ts';
import { viewRayOf } from '../../render/framing.ts';
import { type Bodies, HandLayer } from '../../render/hand/hand-layer.ts';
import type { View } from '../../render/view.ts';
import type { Grab } from '../../simulation/constraints/grabs/hand.ts';
import { inverseMasses } from '../../simulation/initial-state.ts';
import type { Session } from '../app/session.ts';
import { nextPaint } from '../app/page.ts';
import { Grips } from './grips.ts';
import { pickVertex, pointOn } from './pick.ts';

type Point = readonly [number, number, number];

/** A canvas on which bodies can be pulled. In a comparison there are two, with the same bodies. */
export interface HandPlace {
  readonly session: Session;
  readonly view: View;
  /** Positions as last read back [m], 3 per vertex. They may be some frames old. */
  readonly bodies: Float32Array;
  /** False while another mode uses the pointer. */
  readonly canPull: boolean;
}

/** Calls of the hand. */
export interface HandActions {
  /** Passes all grabs on to the simulation, in all halves of a comparison. */
  setGrabs(grabs: readonly Grab[]): void;
  /** Draws anew although the scene stands still. */
  redraw(): void;
  /** Whether simulated time stands still. */
  isPaused(): boolean;
  say(text: string): void;
}

/** Factor of the radius per notch of the wheel. */
const WHEEL_FACTOR = 1.15;
/** A notch of the wheel [pixels], the height of a line [pixels], in which some browsers count, and the most notches of one event. */
const NOTCH = { pixels: 100, line: 33, most: 1 } as const;
/**
 * Two touches of one place are a double click if the second follows within this time [ms], and this distance [pixels]. Of a mouse the system says which
 * presses are: people set how fast they double-click.
 */
const DOUBLE_TAP = { time: 400, distance: 8 } as const;
/** A finger that holds a part for this time [ms] without moving by more than this distance [pixels] pins it. */
const LONG_PRESS = { time: 600, distance: 10 } as const;
/** Distance from a pin's mark within which a press takes the pin [pixels]. */
const MARK_RADIUS = 10;
/** Least time between two looks for a body below the pointer [ms]: each tests all faces. */
const HOVER_INTERVAL = 80;

const PINNED = 'Pinned. Double-click it again, or press long, to free it.';
const FREED = 'Free again.';

/** A press of a pointer on a body. */
interface Press {
  readonly place: HandPlace;
  readonly x: number;
  readonly y: number;
  readonly time: number;
  readonly isMouse: boolean;
  /** Whether the pointer has stayed at its place. */
  isStill: boolean;
}

/**
 * Lets pointers pull bodies: each finger, or the mouse. What a pointer holds follows it in the plane that faces the camera. The wheel
 * changes how much is held; a double click or a long press pins what is held, or frees it.
 */
export class Hand {
  private readonly grips: Grips;
  private readonly layers: readonly HandLayer[];
  private readonly presses = new Map<number, Press>();
  /** Pointers that were pressed beside all bodies: they turn the camera. */
  private readonly others = new Set<number>();
  private lastPress: Pick<Press, 'x' | 'y' | 'time'> | undefined;
  private lastHover = 0;
  private readonly listening = new AbortController();

  constructor(
    private readonly places: readonly [HandPlace, ...HandPlace[]],
    private readonly actions: HandActions,
  ) {
    const { world } = places[0].session;
    this.grips = new Grips(world);
    this.layers = places.map(({ view }) => {
      const layer = new HandLayer(world);
      view.add(layer.group);
      return layer;
    });
    for (const place of places) this.listen(place);
  }

  private listen(place: HandPlace): void {
    const { canvas } = place.view;
    const { signal } = this.listening;
    // Listens in the capture phase on the parent, so that the hand gets the event before OrbitControls, which listens on the canvas.
    const before = { capture: true, signal };
    canvas.parentElement!.addEventListener('pointerdown', (event) => this.down(place, event), before);
    canvas.parentElement!.addEventListener('mousedown', (event) => this.mouseDown(event), before);
    canvas.parentElement!.addEventListener('wheel', (event) => this.wheel(place, event), { ...before, passive: false });
    canvas.addEventListener('pointermove', (event) => this.move(place, event), { signal });
    canvas.addEventListener('pointerup', (event) => this.up(event), { signal });
    canvas.addEventListener('pointercancel', (event) => this.up(event), { signal });
  }

  /** Whether something is held or pinned. Its pull is drawn, which takes the positions of every frame. */
  get isBusy(): boolean {
    return this.grips.all.length > 0;
  }

  /** Draws the pulls in one half, at its current positions. Called before the half is drawn. @param index index of the half */
  draw(index: number): void {
    const place = this.places[index]!;
    if (index === 0 && this.grips.expire(place.session.simulator.time)) this.changed();
    const { group } = this.layers[index]!;
    const isShown = this.isBusy;
    if (isShown || group.visible) this.layers[index]!.show(this.grips.all, this.bodiesOf(place));
    group.visible = isShown;
  }

  /** Hides the pulls in one half, while its bodies are drawn at another time. @param index index of the half */
  hide(index: number): void {
    this.layers[index]!.group.visible = false;
  }

  private bodiesOf({ session, bodies }: HandPlace): Bodies {
    const { world, simulator } = session;
    return { positions: bodies, inverseMasses: inverseMasses(world, simulator.parameters.density, simulator.time) };
  }

  private changed(): void {
    this.actions.setGrabs(this.grips.grabs(this.places[0].session.simulator.parameters.stepsPerFrame));
    for (const { view } of this.places) {
      view.controls.enabled = !this.grips.isHolding;
      view.canvas.style.cursor = this.grips.isHolding ? 'grabbing' : '';
    }
    this.actions.redraw();
  }

  /** Returns the vertex and the point that a pointer touches: of a pin whose mark is there, which may be drawn beside what it pins, else of a body. */
  private pick({ view, session, bodies }: HandPlace, { clientX, clientY }: PointerEvent) {
    const { left, top } = view.canvas.getBoundingClientRect();
    const pin = this.grips.all.find(({ isPin, target }) => {
      const mark = isPin ? view.rig.project(target) : undefined;
      return mark && Math.hypot(mark.x + left - clientX, mark.y + top - clientY) < MARK_RADIUS;
    });
    if (pin) return { vertex: pin.vertex, point: pin.target };
    const ray = viewRayOf(view, clientX, clientY);
    const pick = pickVertex(session.faces, bodies, ray);
    return pick && { vertex: pick.vertex, point: pointOn(ray, pick.distance) };
  }

  private down(place: HandPlace, event: PointerEvent): void {
    if (!place.canPull || event.button !== 0 || event.target !== place.view.canvas) return;
    // A second finger beside one that turns the camera zooms.
    const picked = this.others.size === 0 ? this.pick(place, event) : undefined;
    if (!picked) {
      this.others.add(event.pointerId);
      return;
    }
    const { pointerId, clientX: x, clientY: y, timeStamp: time } = event;
    const refusal = this.grips.hold(pointerId, picked.vertex, picked.point, this.bodiesOf(place));
    if (refusal) {
      this.others.add(event.pointerId);
      this.actions.say(refusal);
      return;
    }
    place.view.canvas.setPointerCapture(pointerId);
    const last = this.lastPress;
    const isMouse = event.pointerType === 'mouse';
    const isDouble =
      !isMouse &&
      last !== undefined &&
      time - last.time < DOUBLE_TAP.time &&
      Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP.distance;
    const press = { place, x, y, time, isMouse, isStill: true };
    this.presses.set(pointerId, press);
    this.lastPress = { x, y, time };
    if (isDouble) this.pin(pointerId);
    else this.changed();
    if (!isMouse) void this.pinAfterLongPress(pointerId, press);
  }

  /** Pins what the mouse holds at the second press of a double click. The browser sends this event after that of the pointer, which has taken hold. */
  private mouseDown({ button, detail }: MouseEvent): void {
    if (button !== 0 || detail !== 2) return;
    for (const [pointer, { isMouse }] of this.presses) if (isMouse && this.grips.isHeldBy(pointer)) this.pin(pointer);
  }

  /** Pins what a finger holds, if it still holds it at the same place after a while. */
  private async pinAfterLongPress(pointer: number, press: Press): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, LONG_PRESS.time));
    // Browsers tell of motions right before a paint, which on a slow machine comes long after the motion.
    await nextPaint();
    if (press.isStill && this.presses.get(pointer) === press && !this.listening.signal.aborted) this.pin(pointer);
  }

  private pin(pointer: number): void {
    this.lastPress = undefined;
    this.presses.delete(pointer);
    this.actions.say(this.grips.pinHeld(pointer) ? PINNED : FREED);
    this.changed();
  }

  private move(place: HandPlace, event: PointerEvent): void {
    const { pointerId, clientX, clientY } = event;
    const press = this.presses.get(pointerId);
    const from = this.grips.placeOf(pointerId);
    if (!press || !from) {
      if (event.buttons === 0) this.hover(place, event);
      return;
    }
    if (Math.hypot(clientX - press.x, clientY - press.y) > LONG_PRESS.distance) press.isStill = false;
    this.grips.move(pointerId, planePoint(press.place.view, clientX, clientY, from));
    this.changed();
  }

  /** Shows by the cursor whether a press would take a body or turn the camera. */
  private hover(place: HandPlace, event: PointerEvent): void {
    if (!place.canPull || event.timeStamp - this.lastHover < HOVER_INTERVAL) return;
    this.lastHover = event.timeStamp;
    place.view.canvas.style.cursor = this.pick(place, event) ? 'grab' : '';
  }

  private up({ pointerId }: PointerEvent): void {
    this.others.delete(pointerId);
    const press = this.presses.get(pointerId);
    if (!press) return;
    this.presses.delete(pointerId);
    this.grips.release(pointerId, this.actions.isPaused() ? press.place.session.simulator.time : undefined);
    this.changed();
  }

  private wheel(place: HandPlace, event: WheelEvent): void {
    if (!this.grips.isHolding) return;
    event.preventDefault();
    event.stopPropagation();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : NOTCH.line * event.deltaY;
    const notches = Math.max(-NOTCH.most, Math.min(NOTCH.most, pixels / NOTCH.pixels));
    this.grips.scale(WHEEL_FACTOR ** -notches, this.bodiesOf(place));
    this.changed();
  }

  close(): void {
    this.listening.abort();
    for (const layer of this.layers) layer.dispose();
  }
}

/** Returns the point below a place of the page in the plane through `point` that faces the camera [m]. */
function planePoint(view: View, clientX: number, clientY: number, point: Point): Point {
  const ray = viewRayOf(view, clientX, clientY);
  const normal = view.camera.getWorldDirection(view.camera.position.clone()).toArray();
  const distance = dot(normal, point) - dot(normal, ray.origin);
  return pointOn(ray, distance / dot(normal, ray.direction));
}
