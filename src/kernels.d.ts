// Apart from globals.d.ts, since tsconfig.core.json checks the simulation without the types of WebAssembly.

/** Functions of a file that compute in float32, with the same bits everywhere. The build makes them from the file's text. */
declare module '*/solve-tets.ts?float32' {
  export const solveTets: typeof import('./simulation/constraints/neo-hookean/solve-tets.ts').solveTets;
}
declare module '*/solve-tets-xpbd.ts?float32' {
  export const solveTetsXpbd: typeof import('./simulation/constraints/neo-hookean-xpbd/solve-tets-xpbd.ts').solveTetsXpbd;
}
declare module '*/solve-springs.ts?float32' {
  export const solveSprings: typeof import('./simulation/constraints/springs/solve-springs.ts').solveSprings;
}
declare module '*/solve-areas.ts?float32' {
  export const solveAreas: typeof import('./simulation/constraints/areas/solve-areas.ts').solveAreas;
}
declare module '*/solve-triangles.ts?float32' {
  export const solveTriangles: typeof import('./simulation/constraints/cloth/solve-triangles.ts').solveTriangles;
}
declare module '*/solve-hinges.ts?float32' {
  export const solveHinges: typeof import('./simulation/constraints/cloth/solve-hinges.ts').solveHinges;
}
