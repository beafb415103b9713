/** Key that opens the browser's dialog of files, together with Ctrl or Cmd. */
const OPEN_KEY = 'o';

/**
 * Takes files that a person drops anywhere on the page, or chooses in the browser's dialog.
 * @param take called with at least one file
 * @returns a function that opens the dialog
 */
export function takeFiles(take: (files: readonly File[]) => void): () => void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    // The same file can then be chosen again.
    input.value = '';
    if (files.length > 0) take(files);
  });
  const open = () => input.click();
  const mark = (isOver: boolean) => document.body.toggleAttribute('data-dropping', isOver);
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && mark(false));
  addEventListener('drop', (event) => {
    mark(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== OPEN_KEY || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    open();
  });
  return open;
}
