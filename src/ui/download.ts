/** Hands a text to the person as a file. */
export function download(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The download has its own hold on the data once it started.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
