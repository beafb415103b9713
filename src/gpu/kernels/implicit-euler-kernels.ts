import addProducts from '../../../shaders/integrators/implicit-euler/add-products.wgsl';
import beginSolve from '../../../shaders/integrators/implicit-euler/begin-solve.wgsl';
import predictVertices from '../../../shaders/integrators/implicit-euler/predict-vertices.wgsl';
import startFree from '../../../shaders/integrators/implicit-euler/start-free.wgsl';
import chooseLength from '../../../shaders/integrators/implicit-euler/choose-length.wgsl';
import contactTerms from '../../../shaders/integrators/implicit-euler/contact-terms.wgsl';
import elementRemainders from '../../../shaders/integrators/implicit-euler/element-remainders.wgsl';
import elementSystem from '../../../shaders/integrators/implicit-euler/element-system.wgsl';
import gasForces from '../../../shaders/integrators/implicit-euler/gas-forces.wgsl';
import gasRemainders from '../../../shaders/integrators/implicit-euler/gas-remainders.wgsl';
import gasTerms from '../../../shaders/integrators/implicit-euler/gas-terms.wgsl';
import linearWords from '../../../shaders/integrators/implicit-euler/linear-words.wgsl';
import listContacts from '../../../shaders/integrators/implicit-euler/list-contacts.wgsl';
import moveAlong from '../../../shaders/integrators/implicit-euler/move-along.wgsl';
import moveSolution from '../../../shaders/integrators/implicit-euler/move-solution.wgsl';
import multiplyContacts from '../../../shaders/integrators/implicit-euler/multiply-contacts.wgsl';
import multiplyElements from '../../../shaders/integrators/implicit-euler/multiply-elements.wgsl';
import multiplySprings from '../../../shaders/integrators/implicit-euler/multiply-springs.wgsl';
import preconditioner from '../../../shaders/integrators/implicit-euler/preconditioner.wgsl';
import chooseStart from '../../../shaders/integrators/implicit-euler/choose-start.wgsl';
import followSolution from '../../../shaders/integrators/implicit-euler/follow-solution.wgsl';
import vectorSums from '../../../shaders/integrators/implicit-euler/vector-sums.wgsl';
import setDirection from '../../../shaders/integrators/implicit-euler/set-direction.wgsl';
import springRemainders from '../../../shaders/integrators/implicit-euler/spring-remainders.wgsl';
import springSystem from '../../../shaders/integrators/implicit-euler/spring-system.wgsl';
import vertexForces from '../../../shaders/integrators/implicit-euler/vertex-forces.wgsl';
import vertexSystem from '../../../shaders/integrators/implicit-euler/vertex-system.wgsl';

/** The WGSL of the kernels of implicit Euler, by the stem of its file in camel case. */
export const IMPLICIT_EULER_KERNELS = {
  beginSolve,
  startFree,
  predictVertices,
  listContacts,
  elementSystem,
  springSystem,
  contactTerms,
  vertexForces,
  vertexSystem,
  preconditioner,
  vectorSums,
  chooseStart,
  followSolution,
  linearWords,
  setDirection,
  multiplyElements,
  multiplySprings,
  multiplyContacts,
  addProducts,
  moveSolution,
  elementRemainders,
  springRemainders,
  chooseLength,
  moveAlong,
  gasTerms,
  gasForces,
  gasRemainders,
} satisfies Record<string, string>;
