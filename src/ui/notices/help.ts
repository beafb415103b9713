import { Dialog } from './dialog.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['g', 'gallery: all scenes'],
  ['i', 'what to look for in this scene'],
  ['space', 'pause and resume'],
  ['.', 'one step'],
  ['r', 'restart the scene'],
  ['t', 'timeline: look back at earlier frames'],
  ['c', 'chart of frame times'],
  ['a', 'show or hide the air mesh, in scenes with one'],
  ['p', 'press such a scene flat, and let go'],
  ['Ctrl+O', 'open files: meshes, or a scene of your own'],
  ['Ctrl+Z, Ctrl+Y', 'undo and redo changes of parameters, and edits of a scene of your own'],
  ['e', 'explore paths: how a point finds its way out'],
  ['0', 'show all bodies, and follow them'],
  ['1 2 3', 'view from the front, the side, the top'],
  ['o', 'turn slowly around the bodies'],
  ['f', 'whole screen'],
  ['u', 'hide the interface, or show it again'],
  ['← → ↑ ↓', 'turn the camera, while the picture has the focus'],
  ['+ −', 'come closer, go farther away, likewise'],
  ['h', 'this help'],
  ['Esc', 'close any of these; cancel loading or saving'],
];

const kbd = (key: string) => `<kbd>${key}</kbd>`;

/** The help dialog. */
export interface Help {
  readonly isOpen: boolean;
  toggle(): void;
  close(): void;
}

/** Fills the help dialog. A click on the dialog closes it. */
export function createHelp(element: HTMLElement): Help {
  const rows = KEYS.map(([key, meaning]) => `<dt>${key.split(' ').map(kbd).join(' ')}</dt><dd>${meaning}</dd>`).join(
    '',
  );
  element.innerHTML = `
    <button class="close" aria-label="Close the help">×</button>
    <h2>Untangle</h2>
    <p>Soft bodies get out of one another, and out of themselves. Points that lie inside a body are blue: the deeper, the
    bluer. Each blue point finds the exact shortest path out, and is pushed along it.</p>
    <p>Drag a body to pull it; the wheel then takes more or less of it. Double-click it, or press long, to pin it. Drag beside it
    to look around, scroll to come closer.</p>
    <dl class="keys">${rows}</dl>
    <p><b>Mode</b> in the panel says how collisions are found. <b>Continuous</b> alone knows no way out for an overlap that it missed
    once, <b>Discrete</b> alone misses fast motion, <b>Hybrid</b> uses both methods, and <b>Off</b> uses none. <b>Compare with</b> runs a second method
    beside the first, with the same clock and camera. <b>Section</b> cuts the scene open while it runs.
    The <b>chart</b> shows each frame’s time by stage, for both methods on one scale.</p>
    <p>Some scenes have an <b>air mesh</b>: elements that fill the space between bodies, drawn as a faint wire. An element that is inverted, in
    red, says that bodies have passed one another, and pushes them back. So it remembers who was where, even when all is pressed flat.</p>
    <p><b>Drop a mesh</b> of your own on the page, and it falls: tetrahedra as they are, a surface once it is filled with them. The folder <b>Edit my scene</b>
    adds bodies and obstacles. While the scene stands at its start, drag a body to another place; with shift up and down.</p>
    <p><b>Explore paths</b> stops the simulation and shows how the shortest path is found. Click a blue point, or cut a body open and move
    over the cut. If there are several ways out, click again for the next one. You see the shortest path, the elements that it crosses, the
    nearer points that were rejected and why, and the answers of two simpler methods. With an air mesh, the tool <b>air</b> shows where an
    element pushes its corners, and which changes of the mesh were tried. The scene <b>Paths in 2D</b> shows the same
    on figures of the paper.</p>
    <p>Press <kbd>h</kbd>, <kbd>Esc</kbd> or click to close.</p>`;
  const dialog = new Dialog(element);
  const close = () => dialog.close();
  element.onclick = close;
  return {
    get isOpen() {
      return dialog.isOpen;
    },
    toggle: () => (dialog.isOpen ? dialog.close() : dialog.open()),
    close,
  };
}
