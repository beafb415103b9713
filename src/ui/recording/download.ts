import type { Recording } from '../../record/recording.ts';
import { onDemand } from '../app/on-demand.ts';

/** Downloads a recording as a file. @param showError shows an error message if the code that formats the file can't be fetched */
export async function downloadRecording(
  recording: Recording,
  format: 'csv' | 'json',
  showError: (text: string) => void,
): Promise<void> {
  // The formats are fetched on demand, so that the page's first frame doesn't wait for them.
  const part = await onDemand('The recording’s file', import('../../record/formats.ts'), showError);
  if (!part) return;
  const [text, type] =
    format === 'csv' ? [part.toCsv(recording), 'text/csv'] : [part.toJson(recording), 'application/json'];
  download(`untangle-${recording.scene}.${format}`, text, type);
}

/** Downloads a text as a file. */
export function download(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Once the download has started, the browser keeps the data itself.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
