/**
 * Whether a page can share memory with its workers. Both conditions are needed: browsers share none without cross-origin isolation,
 * and WebKitGTK isolates pages but has no SharedArrayBuffer.
 */
export const canShareMemory = (): boolean =>
  globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer !== 'undefined';
