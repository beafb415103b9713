import type { GUI } from 'lil-gui';
import type { OwnBody, OwnObstacle, OwnScene } from '../../scenes/own/scene-file.ts';
import { MATERIAL_PRESETS } from '../panel/material-presets.ts';
import { addChoice } from '../panel/parameter-controls.ts';
import type { Tooltip } from '../panel/tooltip.ts';
import { changeBody, changeObstacle, moveTo, type Edited, type Part, placeOf } from './edits.ts';
import { degreesOf, turnOf } from './turns.ts';
import { turned, type Vector } from './placing.ts';

/** The scene of one's own that rows change, and the part that they are about. */
export interface SceneEditor {
  readonly scene: OwnScene | undefined;
  readonly selected: Part | undefined;
  /** Returns the colour in which a body is drawn, '#rrggbb'; undefined while the scene starts. */
  colourOf(index: number): string | undefined;
  /** Takes an edited scene, and starts it. @param isPaused whether it then stands at its start */
  edit(edited: Edited, isPaused: boolean): void;
}

const AXES = ['x', 'y', 'z'] as const;
/** Digits after the point that rows show: millimetres, and hundredths of a degree. */
const DECIMALS = { length: 3, angle: 2 } as const;
/** Change of a row per pixel of a drag: a centimetre, a degree, a hundredth. */
const STEP = { length: 0.01, angle: 1, scale: 0.01 } as const;
/** Least scale of a body, by which its mesh's lengths are multiplied. */
const LEAST_SCALE = 1e-4;
/** Shown for a body with a colour of the palette until the body is drawn. */
const NO_COLOUR = '#888888';
const AS_SCENE = 'As the scene';

/** Adds a row per axis. @param change called with all three numbers once one was changed */
function addVector(
  folder: GUI,
  values: Record<string, number>,
  title: (axis: string) => string,
  names: readonly [string, string, string],
  kind: 'length' | 'angle',
  change: (vector: Vector) => void,
): void {
  const now = (): Vector => [values[names[0]]!, values[names[1]]!, values[names[2]]!];
  names.forEach((name, k) => {
    const row = folder.add(values, name).name(title(AXES[k]!)).step(STEP[kind]).decimals(DECIMALS[kind]);
    row.onFinishChange(() => change(now()));
  });
}

/** Sets values under three names. */
function setVector(values: Record<string, unknown>, names: readonly string[], vector: Vector): void {
  names.forEach((name, k) => {
    values[name] = vector[k]!;
  });
}

const PLACE = ['x', 'y', 'z'] as const;
const TURN = ['turnX', 'turnY', 'turnZ'] as const;

/** Changes of a body. Undefined removes a field. */
type BodyChange = { readonly [K in keyof OwnBody]?: OwnBody[K] | undefined };

/** Adds the rows of the chosen body. @returns a function that shows its values anew */
export function addBodyRows(folder: GUI, editor: SceneEditor, tooltip: Tooltip): () => void {
  const numbers: Record<string, number> = { x: 0, y: 0, z: 0, turnX: 0, turnY: 0, turnZ: 0, scale: 1 };
  const looks = { colour: NO_COLOUR, held: false, material: AS_SCENE };
  const part = editor.selected as Part;
  const change = (changed: BodyChange) =>
    editor.edit({ scene: changeBody(editor.scene!, part.index, changed), part }, true);
  const read = () => {
    const { turn, scale, colour, held, material } = editor.scene!.bodies[part.index]!;
    setVector(numbers, PLACE, placeOf(editor.scene!, part));
    setVector(numbers, TURN, degreesOf(turn));
    numbers.scale = scale;
    looks.colour = colour ?? editor.colourOf(part.index) ?? NO_COLOUR;
    looks.held = held === true;
    looks.material = MATERIAL_PRESETS.find(({ parameters }) => sameMaterial(parameters, material))?.title ?? AS_SCENE;
  };
  read();
  const move = (place: Vector) => editor.edit({ scene: moveTo(editor.scene!, part, place), part }, true);
  addVector(folder, numbers, (axis) => `Middle, ${axis} [m]`, PLACE, 'length', move);
  const turn = (angles: Vector) => change({ turn: turnOf(angles) });
  addVector(folder, numbers, (axis) => `Turn, ${axis} [°]`, TURN, 'angle', turn);
  const scale = folder.add(numbers, 'scale', LEAST_SCALE).name('Scale').step(STEP.scale).decimals(DECIMALS.length);
  scale.onFinishChange((factor: number) => change({ scale: factor }));
  addLooks(folder, looks, change, tooltip);
  return shower(folder, read);
}

/** Adds the rows of a body's colour, of whether it is held, and of its material. */
function addLooks(
  folder: GUI,
  looks: { colour: string; held: boolean; material: string },
  change: (changed: BodyChange) => void,
  tooltip: Tooltip,
): void {
  const colour = folder.addColor(looks, 'colour').name('Colour');
  colour.onFinishChange((chosen: string) => change({ colour: chosen }));
  const held = folder.add(looks, 'held').name('Fixed');
  held.onChange((is: boolean) => change({ held: is || undefined }));
  tooltip.describe(held.domElement, () => ({
    title: 'Fixed',
    meaning: 'Makes the body an obstacle: nothing moves it.',
  }));
  const titles = [AS_SCENE, ...MATERIAL_PRESETS.map(({ title }) => title)].map((title) => [title, title] as const);
  addChoice(folder, looks, 'material', titles)
    .name('Made of')
    .onChange((title: string) => {
      const preset = MATERIAL_PRESETS.find((one) => one.title === title);
      change({ material: preset?.parameters as OwnBody['material'] });
    });
}

const sameMaterial = (a: object, b: object | undefined): boolean => {
  const own = new Map<string, unknown>(Object.entries(b ?? {}));
  return own.size > 0 && Object.entries(a).every(([name, value]) => own.get(name) === value);
};

const TILT = ['tiltX', 'tiltY', 'tiltZ'] as const;

/** Returns the normal of level ground that is tilted about x, then z [degrees]. */
const tilted = (x: number, z: number): Vector => turned(turnOf([x, 0, z]), [0, 1, 0]);

/** Returns the angles about x and z by which ground with a normal is tilted [degrees]. */
function tiltOf([x, y, z]: Vector): Vector {
  const degree = 180 / Math.PI;
  return [Math.asin(z / Math.hypot(x, y, z)) * degree, 0, Math.atan2(-x, y) * degree];
}

/** Adds the rows of the chosen obstacle. @returns a function that shows its values anew */
export function addObstacleRows(folder: GUI, editor: SceneEditor): () => void {
  const numbers: Record<string, number> = { x: 0, y: 0, z: 0, tiltX: 0, tiltY: 0, tiltZ: 0, radius: 1 };
  const part = editor.selected as Part;
  const obstacle = (): OwnObstacle => editor.scene!.obstacles[part.index]!;
  const change = (next: OwnObstacle) =>
    editor.edit({ scene: changeObstacle(editor.scene!, part.index, next), part }, true);
  const read = () => {
    const now = obstacle();
    setVector(numbers, PLACE, now.at);
    if (now.kind === 'bowl') numbers.radius = now.radius;
    else setVector(numbers, TILT, tiltOf(now.normal));
  };
  read();
  const title = (axis: string) => `${obstacle().kind === 'bowl' ? 'Middle of the rim' : 'Point'}, ${axis} [m]`;
  addVector(folder, numbers, title, PLACE, 'length', (at) => change({ ...obstacle(), at }));
  if (obstacle().kind === 'bowl') {
    const row = folder
      .add(numbers, 'radius', STEP.length)
      .name('Radius [m]')
      .step(STEP.length)
      .decimals(DECIMALS.length);
    row.onFinishChange((radius: number) => change({ kind: 'bowl', at: obstacle().at, radius }));
  } else
    for (const name of ['tiltX', 'tiltZ'] as const) {
      const row = folder.add(numbers, name).name(`Tilt, ${name === 'tiltX' ? 'x' : 'z'} [°]`);
      row.step(STEP.angle).decimals(DECIMALS.angle);
      row.onFinishChange(() =>
        change({ kind: 'plane', at: obstacle().at, normal: tilted(numbers.tiltX!, numbers.tiltZ!) }),
      );
    }
  return shower(folder, read);
}

/** Returns a function that reads the values anew and shows them. */
const shower = (folder: GUI, read: () => void) => () => {
  read();
  for (const controller of folder.controllers) controller.updateDisplay();
};
