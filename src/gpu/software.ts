/** Tests whether a graphics adapter works in software, without a GPU. @param name what the browser or Dawn reports about the adapter */
export const isSoftware = (name: string): boolean => /swiftshader|llvmpipe|lavapipe|software|basic render/i.test(name);

/** Tests whether an adapter runs WebGPU in software, as far as its information tells; older browsers give none. */
export const runsInSoftware = (info: Partial<GPUAdapterInfo> = {}): boolean =>
  info.isFallbackAdapter === true || isSoftware(`${info.architecture} ${info.description}`);
