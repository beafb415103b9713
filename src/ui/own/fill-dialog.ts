import { UNITS, guessUnit, type Unit } from '../../formats/guess-unit.ts';
import type { FileSurface } from '../../formats/file-surface.ts';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import { cut } from '../../math/text.ts';
import { cellFor, DEFAULT_TETRAHEDRA, estimate, type SurfaceSize } from '../../surface/estimate.ts';
import type { FilledSurface } from '../../surface/tetrahedralise-surface.ts';
import { bytesInWords, memoryOf } from '../sizing/memory-budget.ts';
import { roughDuration } from '../sizing/prospect.ts';
import { bounded, notesInWords } from '../notices/bounded.ts';
import { Dialog } from '../notices/dialog.ts';

/** Least and greatest number of tetrahedra that the slider offers, and its steps between them, which multiply the number by the same factor. */
const TETRAHEDRA = { min: 300, max: 300_000, steps: 100 } as const;
/** Digits of a size that the page computes. */
const SIZE_DIGITS = 4;

/** A surface that shall be filled. */
export interface Fillable {
  readonly name: string;
  /** End of the file's name. */
  readonly format: string;
  readonly surface: FileSurface;
  /** In the file's unit. */
  readonly size: SurfaceSize;
}

/** Functions of the page that the dialog calls. */
export interface FillActions {
  /** Estimated time of a step [s]; undefined if nothing is known. */
  secondsPerStep(tetrahedra: number): number | undefined;
  /** Fills a surface in a worker. @throws the signal's reason if it aborts, or Error with a sentence */
  fill(
    surface: DrawnSurface,
    cell: number,
    progress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<FilledSurface>;
}

const tetrahedraAt = (step: number): number =>
  Math.round(TETRAHEDRA.min * (TETRAHEDRA.max / TETRAHEDRA.min) ** (step / TETRAHEDRA.steps));

const stepOf = (tetrahedra: number): number =>
  Math.round((TETRAHEDRA.steps * Math.log(tetrahedra / TETRAHEDRA.min)) / Math.log(TETRAHEDRA.max / TETRAHEDRA.min));

/** Makes a surface larger or smaller. */
const scaled = ({ far: _, ...surface }: FileSurface, scale: number): DrawnSurface => ({
  ...surface,
  positions: scale === 1 ? surface.positions : surface.positions.map((x) => x * scale),
});

/** Asks how a surface shall be filled with tetrahedra, and fills it. */
export class FillDialog {
  private readonly element = document.createElement('section');
  private readonly dialog: Dialog;
  /** Metres per unit of the file. */
  private scale: number;
  private filling: AbortController | undefined;
  private end: (filled: FilledSurface | undefined) => void = () => {};

  constructor(
    private readonly given: Fillable,
    private readonly actions: FillActions,
  ) {
    const guess = guessUnit(given.size.sides, given.format);
    this.scale = guess.scale;
    this.element.id = 'fill';
    this.element.setAttribute('role', 'dialog');
    this.element.ariaLabel = 'Fill a surface with tetrahedra';
    this.element.hidden = true;
    this.element.innerHTML = `<form><h2></h2><p class="about"></p>
      <label>Unit <select name="unit">${Object.keys(UNITS)
        .map((unit) => `<option>${unit}</option>`)
        .join('')}
        <option value="">as the size says</option></select></label>
      <label>Size [m] <input name="size" type="number" min="0.001" max="1000" step="any" required></label>
      <label>Resolution <input name="resolution" type="range" min="0" max="${TETRAHEDRA.steps}" value="${stepOf(DEFAULT_TETRAHEDRA)}"></label>
      <p class="estimate" aria-live="polite"></p><progress aria-label="Filling" hidden></progress><p class="failure" role="alert"></p>
      <div class="answers"><button type="submit">Fill</button><button type="button" class="cancel">Cancel</button></div></form>`;
    this.find('h2').textContent = cut(given.name);
    const notes = notesInWords([...given.surface.notes, ...given.size.notes]);
    this.find('.about').textContent = [aboutSurface(given.surface), guess.sentence, notes].filter(Boolean).join(' ');
    this.find<HTMLSelectElement>('[name=unit]').value = guess.unit;
    document.body.append(this.element);
    this.dialog = new Dialog(this.element);
    this.listen();
    this.showSize();
    this.showEstimate();
  }

  /** Shows the dialog. @param signal closes it @returns the filled surface; undefined if the person cancels or the signal aborts */
  ask(signal: AbortSignal): Promise<FilledSurface | undefined> {
    this.dialog.open();
    this.find('[type=submit]').focus();
    return new Promise((resolve) => {
      this.end = (filled) => {
        this.dialog.close();
        this.element.remove();
        resolve(filled);
      };
      const close = () => {
        this.filling?.abort();
        this.end(undefined);
      };
      if (signal.aborted) close();
      else signal.addEventListener('abort', close, { once: true });
    });
  }

  private find<E extends HTMLElement = HTMLElement>(selector: string): E {
    return this.element.querySelector<E>(selector)!;
  }

  private listen(): void {
    const unit = this.find<HTMLSelectElement>('[name=unit]');
    const size = this.find<HTMLInputElement>('[name=size]');
    unit.onchange = () => {
      if (unit.value) this.scale = UNITS[unit.value as Unit];
      this.showSize();
      this.showEstimate();
    };
    size.oninput = () => {
      if (!size.validity.valid) return;
      this.scale = size.valueAsNumber / this.widest;
      unit.value = '';
      this.showEstimate();
    };
    this.find('[name=resolution]').oninput = () => this.showEstimate();
    this.find('.cancel').onclick = () => this.cancel();
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.cancel();
    });
    this.find<HTMLFormElement>('form').onsubmit = (event) => {
      event.preventDefault();
      void this.fill();
    };
  }

  private get widest(): number {
    return Math.max(...this.given.size.sides);
  }

  private get tetrahedra(): number {
    return tetrahedraAt(this.find<HTMLInputElement>('[name=resolution]').valueAsNumber);
  }

  private showSize(): void {
    this.find<HTMLInputElement>('[name=size]').value = String(
      Number((this.scale * this.widest).toPrecision(SIZE_DIGITS)),
    );
  }

  /** Tells what the chosen resolution will give. It doesn't depend on the size. */
  private showEstimate(): void {
    const { size } = this.given;
    const given = estimate(size, cellFor(size, this.tetrahedra));
    const { tetrahedra, vertices } = given;
    const seconds = this.actions.secondsPerStep(tetrahedra);
    const parts = [
      `About ${rounded(tetrahedra)} tetrahedra and ${rounded(vertices)} vertices`,
      `${bytesInWords(memoryOf(given, 1))} of memory`,
      ...(seconds === undefined ? [] : [`${roughDuration(seconds)} per step`]),
    ];
    this.find('.estimate').textContent = `${parts.join(' · ')}.`;
  }

  private cancel(): void {
    if (this.filling) this.filling.abort();
    else this.end(undefined);
  }

  private async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = new AbortController();
    const { signal } = this.filling;
    const bar = this.find<HTMLProgressElement>('progress');
    const form = [...this.element.querySelectorAll<HTMLInputElement>('input, select, [type=submit]')];
    this.show(bar, form, true);
    // The focus would be lost with the button that had it, and Escape with the focus.
    this.find('.cancel').focus();
    this.find('.failure').textContent = '';
    try {
      const { given, scale } = this;
      const cell = scale * cellFor(given.size, this.tetrahedra);
      const filled = await this.actions.fill(
        scaled(given.surface, scale),
        cell,
        (fraction) => {
          bar.value = fraction;
        },
        signal,
      );
      this.end(filled);
    } catch (error) {
      // A cancelled filling leaves the dialog open: the person may want another resolution.
      if (!signal.aborted)
        this.find('.failure').textContent = bounded(error instanceof Error ? error.message : String(error));
      this.show(bar, form, false);
      this.find('[type=submit]').focus();
    }
    this.filling = undefined;
  }

  private show(bar: HTMLProgressElement, form: readonly HTMLInputElement[], isFilling: boolean): void {
    bar.hidden = !isFilling;
    bar.value = 0;
    for (const control of form) control.disabled = isFilling;
  }
}

const aboutSurface = ({ positions, triangles, materials }: FileSurface): string => {
  const textures = materials.filter(({ colourTexture }) => colourTexture).length;
  const parts = [
    `${(triangles.length / 3).toLocaleString('en')} triangles`,
    `${(positions.length / 3).toLocaleString('en')} vertices`,
    ...(textures > 0 ? [`${textures} ${textures === 1 ? 'texture' : 'textures'}`] : []),
  ];
  return `A surface of ${parts.join(', ')}. Bodies are filled with tetrahedra; the surface is drawn.`;
};

/** Writes a number with two digits, since more would pretend to be exact. */
const rounded = (count: number): string => Number(count.toPrecision(2)).toLocaleString('en');
