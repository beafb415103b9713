/** Time step and iterations of a scene in the paper. */
export interface PaperSteps {
  /** [s] */
  readonly timeStep: number;
  readonly iterations: number;
}

/**
 * Two columns of the paper's Table 1, by the names that its rows have in `PAPER_ROWS` (table-1.ts). They are in a file of their own,
 * since the page needs only these two. Source: Chen et al. 2023, Table 1.
 */
export const PAPER_STEPS = {
  'flattened-ball': { timeStep: 3.3e-4, iterations: 3 },
  'twisted-beam': { timeStep: 3.3e-4, iterations: 3 },
  'twisted-rods': { timeStep: 3.3e-4, iterations: 3 },
  'nested-knots': { timeStep: 5.5e-4, iterations: 3 },
  'colliding-balls': { timeStep: 3.3e-4, iterations: 3 },
  'tangled-noodle': { timeStep: 8.3e-4, iterations: 3 },
  'tangled-ball': { timeStep: 3.3e-4, iterations: 3 },
  'octopi-pile': { timeStep: 8.3e-4, iterations: 3 },
  'balls-bowl': { timeStep: 3.3e-4, iterations: 3 },
  'long-noodle': { timeStep: 8.3e-4, iterations: 3 },
  'octopi-8 ccd': { timeStep: 3.3e-3, iterations: 5 },
  'octopi-8 dcd': { timeStep: 3.3e-3, iterations: 5 },
  'octopi-8': { timeStep: 3.3e-3, iterations: 5 },
} as const satisfies Readonly<Record<string, PaperSteps>>;
