import type { Recording } from '../../record/recording.ts';
import { sizeInWords } from '../../scenes/scene.ts';
import { sceneByName } from '../../scenes/scenes.ts';
import { onDemand } from '../app/on-demand.ts';

/** Downloads a recording as a file. @param showError shows an error message if the code that formats the file can't be fetched */
export async function downloadRecording(
  recording: Recording,
  format: 'csv' | 'json',
  showError: (text: string) => void,
): Promise<void> {
  // The formats are fetched on demand, so that the page's first frame doesn't wait for them.
  const writer =
    format === 'csv'
      ? import('../../record/csv.ts').then(({ toCsv }) => (run: Recording) => [toCsv(run)])
      : import('../../record/formats.ts').then(({ jsonParts }) => jsonParts);
  const write = await onDemand('The recording’s file', writer, showError);
  if (!write) return;
  const type = format === 'csv' ? 'text/csv' : 'application/json';
  download(fileName(recording.scene, recording.size, format), new Blob([...write(recording)], { type }), type);
}

/** Length of a date in ISO 8601, such as 2026-11-25 [characters]. */
const DATE_LENGTH = 10;

/**
 * Names a file by what it is about, and by today's date (UTC), such as `untangle-octopi-8-small-2026-11-25.csv`.
 * @param size in the scene's own unit
 * @param ending the file's type, such as 'csv'; a word before it, as in 'frames.svg', stands before the date
 */
export function fileName(scene: string, size: number, ending: string): string {
  const known = sceneByName(scene);
  const words = ending.split('.');
  const date = new Date().toISOString().slice(0, DATE_LENGTH);
  const parts = ['untangle', scene, known ? sizeInWords(known, size) : size, ...words.slice(0, -1), date];
  return `${parts.join('-')}.${words.at(-1)}`;
}

/** Downloads a text or other data as a file. */
export function download(name: string, content: string | Blob, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // Once the download has started, the browser keeps the data itself.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
