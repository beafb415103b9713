import type GUI from 'lil-gui';
import type { Section } from '../../render/section/section.ts';
import { QuantityController } from './quantity-controller.ts';
import type { Tooltip } from './tooltip.ts';
import type { ViewOptions } from './view-options.ts';
import { onDemand } from '../app/on-demand.ts';

/** Normals of the section plane, by their names in the panel. */
const AXES: Readonly<Record<string, Section['axis']>> = {
  'x, left to right': 0,
  'y, from below': 1,
  'z, to the front': 2,
  'As I look now': 'view',
};

/** The plane's position, as a share of the scene's extent. */
const SHARE = { kind: 'number', min: 0, max: 1, default: 0.5, unit: '' } as const;

/**
 * Adds the panel's folder 'Section', which cuts the scene open by a plane while the scene runs.
 * @param onChange called when `viewOptions.section` has changed
 * @param showError shows a message if the section's code can't be fetched, or a position can't be read
 */
export function addSection(
  gui: GUI,
  viewOptions: ViewOptions,
  tooltip: Tooltip,
  onChange: () => void,
  showError: (text: string) => void,
): void {
  const { section } = viewOptions;
  const values = { on: section !== undefined, axis: section?.axis ?? 2, share: section?.share ?? 0.5 };
  const folder = gui.addFolder('Section');
  const apply = async () => {
    const part = values.on
      ? await onDemand('The section', import('../../render/section/section.ts'), showError)
      : undefined;
    if (!part && values.on) {
      values.on = false;
      toggle.updateDisplay();
    }
    const { axis, share } = values;
    // The person may have turned the section off while its code was fetched.
    viewOptions.section = part && values.on ? { axis, share, View: part.SectionView } : undefined;
    onChange();
  };
  // A change of the plane also cuts the scene open.
  const place = () => {
    values.on = true;
    toggle.updateDisplay();
    apply();
  };
  const toggle = folder.add(values, 'on').name('Cut open').onChange(apply);
  const axis = folder.add(values, 'axis', AXES).name('Along').onChange(place);
  const position = new QuantityController(folder, values, 'share', SHARE, 'Position', showError).onChange(place);
  const meanings = [
    [toggle, 'Cuts all bodies open by a plane, while the scene runs.'],
    [axis, 'The direction in which the plane cuts. As I look now: facing the camera, wherever it goes.'],
    [position, 'Where the plane lies: 0 at one end of the scene, 1 at the other.'],
  ] as const;
  for (const [controller, meaning] of meanings) tooltip.describe(controller.domElement, () => ({ meaning }));
}
