import type { GUI } from 'lil-gui';
import type { OwnBody, OwnBowl, OwnObstacle, OwnPlane, OwnScene } from '../../scenes/own/scene-file.ts';
import { MATERIAL_PRESETS } from '../panel/material-presets.ts';
import { addChoice } from '../panel/parameter-controls.ts';
import type { Tooltip } from '../panel/tooltip.ts';
import { changeBody, changeObstacle, moveTo, type Edited, type Part, placeOf } from './edits.ts';
import { degreesOf, turnOf } from './turns.ts';
import { extent, meshBox, turned, type Vector } from './placing.ts';
import { ROWS, scaleRow } from './read-row.ts';
import { type RowActions, type RowStyle, ValueRow } from './value-row.ts';

/** The scene of one's own that rows change, and the part that they are about. */
export interface SceneEditor {
  readonly scene: OwnScene | undefined;
  readonly selected: Part | undefined;
  /** Returns the colour in which a body is drawn, '#rrggbb'; undefined while the scene starts. */
  colourOf(index: number): string | undefined;
  /** Takes an edited scene, and starts it. @param isPaused whether it then stands at its start */
  edit(edited: Edited, isPaused: boolean): void;
  /** Shows a message. */
  say(text: string): void;
}

const AXES = ['x', 'y', 'z'] as const;
/** Digits after the point that rows show: millimetres, and hundredths of a degree. */
const DECIMALS = { length: 3, angle: 2 } as const;
/** Change of a row per pixel of a drag: a centimetre, a degree, a hundredth. */
const STEP = { length: 0.01, angle: 1, scale: 0.01 } as const;
/** Shown for a body with a colour of the palette until the body is drawn. */
const NO_COLOUR = '#888888';
const AS_SCENE = 'As the scene';

/** Numbers that rows show, and the functions that all rows call. */
interface Rows extends Omit<RowActions, 'take'> {
  readonly folder: GUI;
  readonly values: Record<string, number>;
}

const STYLES = {
  length: { definition: ROWS.length, step: STEP.length, decimals: DECIMALS.length },
  radius: { definition: ROWS.radius, step: STEP.length, decimals: DECIMALS.length },
  angle: { definition: ROWS.angle, step: STEP.angle, decimals: DECIMALS.angle },
} as const;

const addRow = ({ folder, values, say, reset }: Rows, name: string, style: RowStyle, take: RowActions['take']) =>
  new ValueRow(folder, values, name, style, { say, reset, take });

/** Adds a row per axis. @param change called with all three numbers once one was changed */
function addVector(
  rows: Rows,
  title: string,
  names: readonly [string, string, string],
  kind: 'length' | 'angle',
  change: (vector: Vector) => void,
): void {
  const { values } = rows;
  names.forEach((name, k) => {
    addRow(rows, name, { title: `${title}, ${AXES[k]!}`, ...STYLES[kind] }, () =>
      change([values[names[0]]!, values[names[1]]!, values[names[2]]!]),
    );
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
  const show = shower(folder, read);
  const rows: Rows = { folder, values: numbers, say: (text) => editor.say(text), reset: show };
  const move = (place: Vector) => editor.edit({ scene: moveTo(editor.scene!, part, place), part }, true);
  addVector(rows, 'Middle', PLACE, 'length', move);
  const turn = (angles: Vector) => change({ turn: turnOf(angles) });
  addVector(rows, 'Turn', TURN, 'angle', turn);
  const style = {
    title: 'Scale',
    get definition() {
      const { meshes, bodies } = editor.scene!;
      return scaleRow(extent(meshBox(meshes[bodies[part.index]!.mesh]!.mesh.positions)));
    },
    step: STEP.scale,
    decimals: DECIMALS.length,
  };
  addRow(rows, 'scale', style, (scale) => change({ scale }));
  const { holds = [] } = editor.scene!.bodies[part.index]!;
  addLooks(folder, looks, holds.length, change, tooltip);
  return show;
}

/**
 * Adds the rows of a body's colour, of whether it is held, and of its material.
 * @param holds number of the body's holds
 */
function addLooks(
  folder: GUI,
  looks: { colour: string; held: boolean; material: string },
  holds: number,
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
  if (holds > 0) {
    const release = folder.add({ release: () => change({ holds: undefined }) }, 'release');
    release.name(`Remove its ${holds === 1 ? 'hold' : `${holds} holds`}`);
    tooltip.describe(release.domElement, () => ({
      title: 'Holds',
      meaning: 'The scene’s file holds parts of the body, or moves them. Without holds, the whole body moves freely.',
    }));
  }
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
  const show = shower(folder, read);
  const rows: Rows = { folder, values: numbers, say: (text) => editor.say(text), reset: show };
  const isBowl = obstacle().kind === 'bowl';
  addVector(rows, isBowl ? 'Middle of the rim' : 'Point', PLACE, 'length', (at) => change({ ...obstacle(), at }));
  if (isBowl)
    addRow(rows, 'radius', { title: 'Radius', ...STYLES.radius }, (radius) =>
      change({ ...(obstacle() as OwnBowl), radius }),
    );
  else
    for (const axis of ['x', 'z'] as const)
      addRow(rows, `tilt${axis.toUpperCase()}`, { title: `Tilt, ${axis}`, ...STYLES.angle }, () =>
        change({ ...(obstacle() as OwnPlane), normal: tilted(numbers.tiltX!, numbers.tiltZ!) }),
      );
  return show;
}

/** Returns a function that reads the values anew and shows them. */
const shower = (folder: GUI, read: () => void) => () => {
  read();
  for (const controller of folder.controllers) controller.updateDisplay();
};
