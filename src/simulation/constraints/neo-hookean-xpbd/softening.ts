/**
 * Greatest (c dt)^2 times an element's spread, with c the speed of shear waves, at which two constraints are stable. The spread is the sum of
 * the squares of the gradients of the corners' shape functions [1/m^2]: 6 / h^2 in a cube of size h that is cut into six. In every iteration
 * the impulses of |F| and det F nearly cancel out; what is left of them, along directions of earlier iterations, is shear that acts as explicit
 * springs do (docs/method.md). Free cubes at rest hold at 4.9 (c dt = 0.9 h), and explode at 8.6 (1.2 h).
 */
export const STABLE_SPREAD = 4;

/**
 * Returns the spread above which an element is softened [1/m^2], by the share `greatestSpread` / spread: then its shear waves are as fast as the
 * step allows. (The stiffest mode of a mesh is at most as fast as that of its stiffest element alone: Irons, Treharne 1971.)
 * @param mu shear modulus [Pa]    @param density [kg/m^3]    @param dt time step [s]
 */
export const greatestSpread = (mu: number, density: number, dt: number): number =>
  (STABLE_SPREAD * density) / (mu * dt * dt);
