/** The WebAssembly module with SIMD kernels for the functions that a list of kernels imports (vite.kernels.ts). */
declare module '*/kernels.ts?simd-module' {
  /** Returns the module's bytes. It imports a shared memory. */
  export function readBytes(): Uint8Array<ArrayBuffer>;
  /** Index of the byte that says whether the imported memory is shared. */
  export const memoryFlag: number;
}

/** Functions that call these kernels. */
declare module '*/kernels.ts?simd' {
  /** Makes functions that are called as the TypeScript functions are. All arrays must lie in the module's memory. */
  export function bind(exports: WebAssembly.Exports): import('./simulation/program/kernels.ts').Kernels;
}

/** Version of the package, followed by its commit if that is known. The build defines this constant. */
declare const __UNTANGLE_VERSION__: string;
