import { some } from '../../fixtures/tier.ts';
import { Vector3 } from 'three/webgpu';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClamps } from '../../../src/render/clamps.ts';
import { Colliders } from '../../../src/render/colliders.ts';
import { STUDIO } from '../../../src/render/studio.ts';
import type { Rectangle } from '../../../src/render/free-area.ts';
import { groundOf } from '../../../src/render/landmarks.ts';
import { CameraRig } from '../../../src/render/rig.ts';
import { collidingBalls } from '../../../src/scenes/colliding-balls.ts';
import { octopi8 } from '../../../src/scenes/octopi-8.ts';
import { restShapeSlide } from '../../../src/scenes/rest-shape-slide.ts';
import type { Camera, Scene, SceneBuild } from '../../../src/scenes/scene.ts';
import { twistedBeam } from '../../../src/scenes/twisted-beam.ts';

const card = (left: number, top: number, right: number, bottom: number): Rectangle => ({ left, top, right, bottom });
/** Sizes of the page, and the cards as they lie on it: readouts, panel or its button, bar, message. */
const PAGES: readonly (readonly [number, number, readonly Rectangle[]])[] = [
  [360, 640, [card(14, 14, 208, 62), card(236, 14, 346, 42), card(14, 586, 346, 634), card(18, 500, 342, 570)]],
  [640, 360, [card(14, 14, 300, 62), card(516, 14, 626, 42), card(160, 306, 480, 354)]],
  [800, 440, [card(14, 14, 278, 420), card(541, 14, 786, 426), card(190, 370, 610, 414)]],
  [1280, 720, [card(14, 14, 278, 430), card(1021, 14, 1266, 706), card(320, 640, 960, 694), card(972, 14, 1012, 280)]],
  [2560, 1440, [card(14, 14, 278, 430), card(2301, 14, 2546, 1426), card(960, 1360, 1600, 1414)]],
];
const SCENES = [octopi8, twistedBeam, collidingBalls, restShapeSlide] as const;
const BUILDS = new Map<Scene, SceneBuild>(SCENES.map((scene) => [scene, scene.build(scene.size.min)]));
/** Time between two drawn frames [ms], and number of frames in which the camera has to arrive. */
const FRAME = 30;
const FRAMES = 200;

/** A canvas as far as controls and projection use it. */
function canvasOf(width: number, height: number): HTMLCanvasElement {
  const target = { addEventListener: () => {}, removeEventListener: () => {} };
  const page = { ownerDocument: target, style: {}, getRootNode: () => target };
  const canvas = { ...target, ...page, clientWidth: width, clientHeight: height };
  return canvas as unknown as HTMLCanvasElement;
}

function open(scene: Scene, width: number, height: number, cards: readonly Rectangle[], camera?: Camera) {
  const build = BUILDS.get(scene)!;
  const bodies = build.placements.map(({ positions }) => positions);
  const marks = [
    ...new Colliders(
      build,
      groundOf(build) ?? 0,
      STUDIO,
      createClamps(build.script?.drivers ?? [], build.placements),
    ).marks(),
  ];
  const shown = { cards };
  const rig = new CameraRig(canvasOf(width, height), {
    home: scene.camera,
    camera,
    hasGround: groundOf(build) !== undefined,
    subject: { bodies, marks },
    cards: () => shown.cards,
  });
  return { rig, bodies, marks, shown };
}

/** Share of the free area's width and height that points reach, from its middle: 1 if the farthest point is at the area's border. */
function reachOf(rig: CameraRig, bodies: readonly Float32Array[], marks: readonly Vector3[]): number {
  const { left, top, right, bottom } = rig.freeArea;
  rig.camera.updateMatrixWorld();
  let reach = 0;
  const see = (point: readonly number[]) => {
    const { x, y } = rig.project(point)!;
    reach = Math.max(reach, Math.abs((2 * x - left - right) / (right - left)));
    reach = Math.max(reach, Math.abs((2 * y - top - bottom) / (bottom - top)));
  };
  for (const positions of bodies)
    for (let i = 0; i < positions.length; i += 3) see([positions[i], positions[i + 1], positions[i + 2]]);
  for (const mark of marks) see(mark.toArray());
  return reach;
}

const scaled = (bodies: readonly Float32Array[], scale: number, shift: number) =>
  bodies.map((positions) => positions.map((x, i) => scale * x + (i % 3 === 0 ? shift : 0)));

let time = 0;
beforeEach(() => {
  time = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Draws frames until the camera stands still. */
function settle(rig: CameraRig): void {
  for (let frame = 0; frame < FRAMES; frame++) {
    time += FRAME;
    if (!rig.advance()) return;
  }
  throw new Error('the camera does not come to rest');
}

describe('the camera', () => {
  const cases = SCENES.flatMap((scene) => PAGES.map(([w, h, cards]) => [scene.name, w, h, scene, cards] as const));

  it.each(cases)('shows all of %s between the cards at %i x %i, no smaller than it must', (_, w, h, scene, cards) => {
    const { rig, bodies, marks } = open(scene, w, h, cards);
    expect(cards.every((other) => !overlap(other, rig.freeArea))).toBe(true);
    const reach = reachOf(rig, bodies, marks);
    expect(reach).toBeLessThan(0.95);
    expect(reach).toBeGreaterThan(0.75);
  });

  it.each(some(cases, 7))('follows when bodies of %s spread or shrink at %i x %i', (_, w, h, scene, cards) => {
    const { rig, bodies, marks } = open(scene, w, h, cards);
    for (const [scale, shift] of [
      [1.8, 2],
      [0.4, -1],
    ] as const) {
      const moved = scaled(bodies, scale, shift);
      rig.frame({ bodies: moved, marks: [] });
      settle(rig);
      const reach = reachOf(rig, moved, []);
      expect(reach).toBeLessThan(0.97);
      expect(reach).toBeGreaterThan(0.6);
    }
    rig.frame({ bodies, marks });
    settle(rig);
    expect(reachOf(rig, bodies, marks)).toBeLessThan(0.97);
  });

  it('moves gently: in one frame less than a tenth of the way', () => {
    const { rig, bodies } = open(octopi8, ...PAGES[3]);
    const before = rig.camera.position.clone();
    rig.frame({ bodies: scaled(bodies, 2, 0), marks: [] });
    time += FRAME;
    rig.advance();
    const first = rig.camera.position.distanceTo(before);
    settle(rig);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(0.1 * rig.camera.position.distanceTo(before));
  });

  it('goes to its new place at once where little motion is wanted', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }));
    const { rig, bodies } = open(octopi8, ...PAGES[3]);
    const moved = scaled(bodies, 2, 0);
    rig.frame({ bodies: moved, marks: [] });
    time += FRAME;
    rig.advance();
    expect(reachOf(rig, moved, [])).toBeLessThan(0.95);
  });

  it('stands still while bodies move a little, and without anything new', () => {
    const { rig, bodies, marks } = open(octopi8, ...PAGES[3]);
    expect(rig.advance()).toBe(false);
    rig.frame({ bodies: scaled(bodies, 1.02, 0), marks });
    expect(rig.advance()).toBe(false);
  });

  it('makes room for a card that opens', () => {
    const [width, height] = [1280, 720];
    const { rig, bodies, marks, shown } = open(collidingBalls, width, height, []);
    expect(rig.freeArea).toEqual(card(0, 0, width, height));
    shown.cards = [card(780, 0, width, height)];
    time += 1000;
    settle(rig);
    expect(rig.freeArea.right).toBeLessThanOrEqual(780);
    expect(reachOf(rig, bodies, marks)).toBeLessThan(0.97);
  });

  it('ignores a card that changes by some pixels', () => {
    const { rig, shown } = open(octopi8, 1280, 720, [card(14, 14, 277, 400)]);
    const { freeArea } = rig;
    shown.cards = [card(14, 14, 278, 400)];
    time += 1000;
    expect(rig.freeArea).toEqual(freeArea);
    expect(rig.advance()).toBe(false);
  });

  it('keeps a link’s camera, and shows its target in the middle of what cards leave, until the person moves it', () => {
    const [width, height] = [1280, 720];
    const { rig, shown } = open(octopi8, width, height, [], octopi8.camera);
    const middle = () => {
      rig.camera.updateMatrixWorld();
      return rig.project(octopi8.camera.target)!.x;
    };
    expect(middle()).toBeCloseTo(width / 2, 0);
    shown.cards = [card(1000, 0, width, height)];
    time += 1000;
    settle(rig);
    expect(middle()).toBeCloseTo(500, 0);
    expect(rig.camera.position.distanceTo(new Vector3(...octopi8.camera.position))).toBeLessThan(1e-6);
    rig.controls.dispatchEvent({ type: 'start' });
    shown.cards = [];
    time += 1000;
    settle(rig);
    expect(middle()).toBeCloseTo(500, 0);
  });

  it('stays where the person has put it, until it is told to show all', () => {
    const { rig, bodies } = open(octopi8, ...PAGES[3]);
    rig.controls.dispatchEvent({ type: 'start' });
    const moved = scaled(bodies, 2, 1);
    rig.frame({ bodies: moved, marks: [] });
    time += FRAME;
    expect(rig.advance()).toBe(false);
    rig.travel.show();
    settle(rig);
    expect(reachOf(rig, moved, [])).toBeLessThan(0.95);
    expect(rig.travel.isTouched).toBe(false);
  });

  it.each([16, 300])('glides for the same time with a frame every %i ms', (frame) => {
    const { rig } = open(octopi8, ...PAGES[3]);
    const angle = () => rig.controls.getAzimuthalAngle();
    rig.controls.dispatchEvent({ type: 'start' });
    time += frame;
    rig.advance();
    const before = angle();
    (rig.controls as unknown as { _rotateLeft(angle: number): void })._rotateLeft(1);
    for (const end = time + 1200; time < end; ) {
      time += frame;
      rig.advance();
    }
    expect(before - angle()).toBeGreaterThan(0.97);
    expect(before - angle()).toBeLessThan(0.995);
  });

  it('shows only what lies in the scene’s focus', () => {
    const { rig, bodies, marks } = open(octopi8, ...PAGES[3]);
    const [least, most] = [0, 1].map((end) => Math[end ? 'max' : 'min'](...bodies[0].filter((_, i) => i % 3 === 1)));
    const middle = [0, (least + most) / 2, 0] as const;
    const radius = 2 * (most - least);
    rig.frame({ bodies, marks, focus: { centre: middle, radius } });
    settle(rig);
    const shown = bodies.map((positions) => {
      const near: number[] = [];
      for (let i = 0; i < positions.length; i += 3) {
        const point = [...positions.subarray(i, i + 3)];
        if (Math.hypot(...point.map((x, k) => x - middle[k])) <= radius) near.push(...point);
      }
      return new Float32Array(near);
    });
    expect(reachOf(rig, shown, [])).toBeLessThan(0.97);
    expect(reachOf(rig, bodies, marks)).toBeGreaterThan(1.2);
  });

  it('stands still while a body is dragged', () => {
    const { rig, bodies } = open(octopi8, ...PAGES[3]);
    rig.controls.enabled = false;
    rig.frame({ bodies: scaled(bodies, 2, 0), marks: [] });
    time += FRAME;
    expect(rig.advance()).toBe(false);
  });

  it.each([
    ['front', [0, 0.05, 1]],
    ['side', [1, 0.05, 0]],
    ['top', [0, 1, 0.001]],
  ] as const)('flies to the %s view around the bodies, and shows all of them from there', (_, direction) => {
    const { rig, bodies, marks } = open(octopi8, ...PAGES[3]);
    rig.travel.show(direction);
    const { position, target } = rig.travel.viewpoint;
    const distance = new Vector3(...position).distanceTo(new Vector3(...target));
    for (let flown = 0; flown < 1200; flown += FRAME) {
      time += FRAME;
      rig.advance();
      expect(rig.camera.position.distanceTo(rig.controls.target)).toBeGreaterThan(0.5 * distance);
    }
    settle(rig);
    const now = rig.camera.position.clone().sub(rig.controls.target).normalize();
    expect(now.dot(new Vector3(...direction).normalize())).toBeGreaterThan(0.999);
    expect(reachOf(rig, bodies, marks)).toBeLessThan(0.97);
  });

  it('turns slowly around the bodies, with all of them in view', () => {
    const { rig, bodies, marks } = open(twistedBeam, ...PAGES[3]);
    rig.travel.turns = true;
    const before = rig.camera.position.clone().sub(rig.controls.target);
    for (let turned = 0; turned < 15_000; turned += FRAME) {
      time += FRAME;
      rig.advance();
      expect(reachOf(rig, bodies, marks)).toBeLessThan(1);
    }
    // A quarter of a turn in 15 s.
    const after = rig.camera.position.clone().sub(rig.controls.target);
    const angle = new Vector3(before.x, 0, before.z).angleTo(new Vector3(after.x, 0, after.z));
    expect(angle).toBeCloseTo(Math.PI / 2, 1);
  });
});

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
