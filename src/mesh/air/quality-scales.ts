// Numbers of the quality of air elements (quality.ts), which kernels need without its functions.

/** 4 sqrt 3 times half a cross product. Equation 3 prints 4 / sqrt 3, which would make an equilateral triangle's quality 1/3. */
export const TRIANGLE_SCALE = 2 * Math.sqrt(3);

/** From equation 4: 12 V / (sqrt 2 l_rms^3) with V = det / 6 and l_rms^2 = (sum of the squared lengths) / 6. */
export const TETRAHEDRON_SCALE = Math.sqrt(2);

/**
 * An element counts as inverted if its quality is below this. Elements between surfaces that touch are flat, and finitely many iterations leave
 * many of them just below 0.
 */
export const INVERTED_QUALITY = -0.02;
