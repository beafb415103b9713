import type { Controller, GUI } from 'lil-gui';
import { MAX_WIRED } from '../../render/air/max-wired.ts';
import type { Field } from '../../simulation/view/fields.ts';
import type { DrawingCare } from '../app/drawing-care.ts';
import type { Chart } from '../chart/chart.ts';
import { type ColourBy, FIELDS } from '../field/fields.ts';
import { addChoice } from './parameter-controls.ts';
import type { Tip, Tooltip } from './tooltip.ts';
import type { ViewOptions } from './view-options.ts';

/** Actions of the page that the folder calls. */
export interface ShowActions {
  /** Starts or ends the mode 'explore paths', in which the scene stands still. */
  toggleExplore(): void;
  readonly chart: Chart;
  /** Holds the choice of a smooth skin; undefined if its code can't be fetched. */
  readonly care: Pick<DrawingCare, 'smoothing'> | undefined;
  /** Changes the field that bodies are coloured by; undefined gives them their own colours. */
  colourBy(choice: ColourBy | undefined): void;
  /** Saves what is drawn as a picture. */
  savePicture(): void;
  /** Called when the view options have changed. */
  viewOptionsChanged(): void;
}

/** The folder of what is drawn. */
export const SHOW_FOLDER = 'Show';
export const EXPLORE_NAME = 'Explore paths (e)';
/** The choice of the bodies' own colours. */
const OWN_COLOURS = 'own';

/** Names and meanings of what can be drawn over the bodies. */
const OVERLAYS: Readonly<Record<keyof ViewOptions['shown'], readonly [name: string, meaning: string]>> = {
  contacts: ['Contacts', 'Draws where bodies touch: orange found by continuous, magenta by discrete detection.'],
  penetrating: ['Penetrating points', 'Draws the points that lie inside a body.'],
  wireframe: ['Wireframe', 'Draws the edges of the triangles that bodies are made of.'],
  tetrahedra: ['Tetrahedra', 'Draws the small elements inside bodies.'],
};

/** The folder's controls that change from outside. */
export interface ShownControls {
  readonly explore: Controller;
  readonly chart: Controller;
  /** The choice of drawing the air mesh; undefined in scenes without one. */
  readonly air: Controller | undefined;
  /** Shows what bodies are coloured by now. */
  readonly showColours: () => void;
}

/**
 * Fills the panel's folder of what is drawn.
 * @param has what the scene has: an air mesh, bodies that are drawn by surfaces of their own
 */
export function addShown(
  folder: GUI,
  actions: ShowActions,
  viewOptions: ViewOptions,
  tooltip: Tooltip,
  has: { readonly air: boolean; readonly surfaces: boolean },
): ShownControls {
  const describe = (controller: Controller, tip: Tip) => tooltip.describe(controller.domElement, () => tip);
  const explore = folder.add(actions, 'toggleExplore').name(EXPLORE_NAME);
  describe(explore, { meaning: 'Stops the scene and shows how a blue point finds its shortest path out.' });
  const chart = folder.add(actions.chart, 'isShown').name('Chart of frame times (c)');
  describe(chart, { meaning: 'Shows how long each part of a frame takes, frame by frame.' });
  const { list, show: showColours } = addColours(folder, actions, viewOptions);
  describe(list, {
    title: 'Colour by',
    meaning: 'Colours bodies by a number per vertex, with a legend, instead of their own colours and blue.',
  });
  const smooth = addSmoothSkin(folder, actions);
  if (smooth)
    describe(smooth, {
      meaning: 'Draws bodies rounder than the triangles that are simulated.',
      watch: 'Bodies that touch may seem to overlap slightly. Wireframe, tetrahedra and section show the triangles.',
    });
  const air = has.air ? folder.add(viewOptions, 'showsAir').name('Air (a)') : undefined;
  air?.onChange(() => actions.viewOptionsChanged());
  if (air)
    describe(air, {
      title: 'Air',
      meaning:
        'Draws the elements of air between bodies as a faint wire, and those that are inverted in red: there bodies have passed one another.',
      watch: `Of more than ${MAX_WIRED.toLocaleString('en')} elements only the inverted ones are drawn.`,
    });
  if (has.surfaces) {
    const surfaces = folder.add(viewOptions, 'showsSurfaces').name('Own surfaces');
    surfaces.onChange(() => actions.viewOptionsChanged());
    describe(surfaces, {
      meaning: 'Draws bodies by the surfaces that they were made from, not by the boundary of their tetrahedra.',
      watch: 'Wireframe, tetrahedra, section and colours by a field show the tetrahedra, which are what touches.',
    });
  }
  for (const [key, [name, meaning]] of Object.entries(OVERLAYS)) {
    const checkbox = folder.add(viewOptions.shown, key as keyof typeof OVERLAYS).name(name);
    checkbox.onChange(() => actions.viewOptionsChanged());
    describe(checkbox, { meaning });
  }
  describe(folder.add(actions, 'savePicture').name('Save picture'), {
    meaning: 'Saves what is drawn as a PNG file, with twice the pixels of the screen, and with the legend of a field.',
  });
  return { explore, chart, air, showColours };
}

function addColours(folder: GUI, actions: ShowActions, viewOptions: ViewOptions) {
  const values: { field: Field | typeof OWN_COLOURS } = { field: OWN_COLOURS };
  const fields = Object.entries(FIELDS).map(([field, { title }]) => [field, title] as const);
  const list = addChoice(folder, values, 'field', [[OWN_COLOURS, 'Own colours'], ...fields]).name('Colour by');
  list.onChange((field: typeof values.field) =>
    actions.colourBy(field === OWN_COLOURS ? undefined : { field, top: undefined }),
  );
  const show = () => {
    values.field = viewOptions.colourBy?.field ?? OWN_COLOURS;
    list.updateDisplay();
  };
  show();
  return { list, show };
}

/** Adds the choice of a smooth skin. @returns undefined if its code can't be fetched */
function addSmoothSkin(folder: GUI, { care }: ShowActions): Controller | undefined {
  if (!care) return undefined;
  const { smoothing } = care;
  const checkbox = folder.add(smoothing, 'isOn').name('Smooth skin').listen();
  // `listen` misses a choice that fails before it looks.
  return checkbox.onChange(async () => {
    await smoothing.settled;
    checkbox.updateDisplay();
  });
}
