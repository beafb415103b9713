/** Tests whether a graphics adapter works in software, without a GPU. @param name what the browser or Dawn reports about the adapter */
export const isSoftware = (name: string): boolean => /swiftshader|llvmpipe|lavapipe|software|basic render/i.test(name);
