/**
 * Whether a page can share memory with its workers. Both are asked for: without isolation browsers share none, and WebKitGTK
 * isolates a page and yet has no SharedArrayBuffer.
 */
export const canShareMemory = (): boolean =>
  globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer !== 'undefined';
