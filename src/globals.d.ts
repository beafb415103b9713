/** SIMD kernels for the functions that a list of kernels imports (vite.kernels.ts). */
declare module '*/kernels.ts?simd' {
  const kernels: import('./workers/simd.ts').LiftedKernels;
  export default kernels;
}

/** Version of the package, followed by its commit if that is known. The build defines this constant. */
declare const __UNTANGLE_VERSION__: string;
