import type { Controller, GUI } from 'lil-gui';
import type { ExportRequest, FramesFormat, ShapeFormat } from '../export/export-request.ts';
import { addChoice } from './parameter-controls.ts';
import type { Tooltip } from './tooltip.ts';

/** The folder of what is saved for other programs. */
export const EXPORT_FOLDER = 'Save';

const SHAPES: readonly (readonly [ShapeFormat, string])[] = [
  ['glb', 'Surface, .glb'],
  ['obj', 'Surface, .obj'],
  ['ply', 'Surface, .ply'],
  ['stl', 'Surface, .stl'],
  ['vtu', 'Tetrahedra, .vtu'],
  ['msh', 'Tetrahedra, .msh'],
  ['mesh', 'Tetrahedra, .mesh'],
];
const FRAMES: readonly (readonly [FramesFormat, string])[] = [
  ['glb', 'Animated .glb'],
  ['pvd', 'ParaView, .pvd in .zip'],
  ['pc2', 'Blender, .pc2 in .zip'],
];
/** Most pixels of a side that the rows take; the device may take fewer. */
const MOST_PIXELS = 16_384;

/** Fills the panel's folder of what is saved. */
export function addExports(folder: GUI, save: (request: ExportRequest) => void, tooltip: Tooltip): void {
  const values = {
    shape: 'glb' as ShapeFormat,
    frames: 'glb' as FramesFormat,
    width: 1920,
    height: 1080,
    hasBackground: true,
    framesPerSecond: 30,
  };
  const describe = (controller: Controller, meaning: string, watch?: string) =>
    tooltip.describe(controller.domElement, () => ({ meaning, ...(watch && { watch }) }));
  const size = () => ({ width: values.width, height: values.height, hasBackground: values.hasBackground });
  const acts = {
    shape: () => save({ kind: 'shape', format: values.shape }),
    frames: () => save({ kind: 'frames', format: values.frames }),
    state: () => save({ kind: 'state' }),
    picture: () => save({ kind: 'picture', size: size() }),
    video: () => save({ kind: 'video', size: size(), framesPerSecond: values.framesPerSecond }),
  };
  describe(
    addChoice(folder, values, 'shape', SHAPES).name('Shape as'),
    'The kind of file for the shape that is shown.',
  );
  describe(folder.add(acts, 'shape').name('Save shape'), 'Saves the bodies as they are shown now, for other programs.');
  describe(addChoice(folder, values, 'frames', FRAMES).name('Frames as'), 'The kind of file for the kept frames.');
  describe(
    folder.add(acts, 'frames').name('Save kept frames'),
    'Saves the frames that the timeline (t) keeps, as shapes that move.',
  );
  describe(
    folder.add(acts, 'state').name('Save state'),
    'Saves the newest state as a file. Drop the file on the page, and the scene goes on from there with the same bits.',
  );
  const whole = (name: 'width' | 'height' | 'framesPerSecond', most: number, title: string, meaning: string) =>
    describe(folder.add(values, name, 1, most, 1).name(title), meaning);
  whole('width', MOST_PIXELS, 'Width (pixels)', 'Width of the picture or the video.');
  whole('height', MOST_PIXELS, 'Height (pixels)', 'Height of the picture or the video.');
  describe(
    folder.add(values, 'hasBackground').name('Background'),
    'Draws sky and ground. Without them, a picture is transparent around the bodies, and a video white.',
  );
  describe(folder.add(acts, 'picture').name('Save picture of this size'), 'Saves what is drawn as a PNG file.');
  whole('framesPerSecond', 120, 'Frames per second', 'How many kept frames the video shows per second.');
  describe(
    folder.add(acts, 'video').name('Save video'),
    'Saves the frames that the timeline (t) keeps as a video, each one as one frame, seen as the camera looks now.',
  );
}
