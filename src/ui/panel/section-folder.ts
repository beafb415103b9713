import type GUI from 'lil-gui';
import type { Section } from '../../render/section/section.ts';
import type { ViewOptions } from './view-options.ts';
import { onDemand } from '../app/on-demand.ts';

/** Normals of the section plane, by their names in the panel. */
const AXES: Readonly<Record<string, Section['axis']>> = {
  'x, left to right': 0,
  'y, from below': 1,
  'z, to the front': 2,
  'as I look now': 'view',
};

/**
 * Adds the panel's folder 'Section', which cuts the scene open by a plane while the scene runs.
 * @param onChange called when `viewOptions.section` has changed
 * @param showError shows an error message if the section's code can't be fetched
 */
export function addSection(
  gui: GUI,
  viewOptions: ViewOptions,
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
  const toggle = folder.add(values, 'on').name('cut open').onChange(apply);
  folder.add(values, 'axis', AXES).name('along').onChange(place);
  folder.add(values, 'share', 0, 1, 0.005).name('position').onChange(place);
}
