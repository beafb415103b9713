import { shallowSpeed } from '../../contacts/regions/parting.ts';
import { limitsColliders } from '../../contacts/regions/tables.ts';
import { collide } from '../../constraints/colliders/colliders.ts';
import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import type { Context } from '../../program/stage.ts';
import { COLLIDER } from '../../state.ts';
import { materialAt } from '../../world/material.ts';
import { vertexEnd } from '../../world/world.ts';
import { CONTACT, CONTACT_VERTICES } from '../../tables/records.ts';
import { stiffnesses } from './contact-terms.ts';
import { CONTACT_TERM } from './words.ts';
import { hasGas } from '../../constraints/pressure/has-gas.ts';
import { addGases } from './gas.ts';
import { kindOf } from './elements.ts';
import { dotOf, HESSIAN_LENGTH } from './element.ts';
import { upperOf9 } from './element-hessian.ts';

/**
 * Writes the sum of the forces of elements, contacts and gas at each of the vertices `begin` to `end` - 1 to `out` [N]: first those of elements,
 * in the order of elementIncidence, then those of contacts, in the order of contactEntries.
 */
export function gatherForces(context: Context, begin: number, end: number, out: Float32Array): void {
  gatherElements(context, begin, end, out);
  addContacts(context, begin, end, out);
}

/** Does the same for elements and gas alone. */
export function gatherElements(context: Context, begin: number, end: number, out: Float32Array): void {
  const { world, state, parameters } = context;
  for (let body = 0; body < world.bodies.length; body++) {
    const { vertexBase, model, tetBase, springBase } = world.bodies[body];
    const first = Math.max(begin, vertexBase);
    const last = Math.min(end, vertexEnd(world, body));
    if (first >= last) continue;
    const { tetOffsets, tets, springOffsets, springs } = world.models[model].modelData.elementIncidence as Incidence;
    if (kindOf(world.bodies[body], parameters) === 'mass-spring')
      gatherSprings(state.springForces, springOffsets, springs, out, vertexBase, springBase, first, last);
    else gatherTets(state.elementForces, tetOffsets, tets, out, vertexBase, tetBase, first, last);
  }
  if (hasGas(world)) addGases(context, begin, end, out);
}

type Incidence = Readonly<Record<'tetOffsets' | 'tets' | 'springOffsets' | 'springs', Uint32Array>>;

function gatherTets(
  forces: Float32Array,
  offsets: Uint32Array,
  tets: Uint32Array,
  out: Float32Array,
  vertexBase: number,
  tetBase: number,
  begin: number,
  end: number,
): void {
  for (let v = begin; v < end; v++) {
    let x = 0;
    let y = 0;
    let z = 0;
    const last = offsets[v - vertexBase + 1];
    for (let n = offsets[v - vertexBase]; n < last; n++) {
      const corner = tets[n] & 3;
      const at = (9 * (tetBase + (tets[n] >> 2)) + (corner === 0 ? 0 : 3 * corner - 3)) & 0x3fffffff;
      if (corner === 0) {
        x -= forces[at] + forces[at + 3] + forces[at + 6];
        y -= forces[at + 1] + forces[at + 4] + forces[at + 7];
        z -= forces[at + 2] + forces[at + 5] + forces[at + 8];
      } else {
        x += forces[at];
        y += forces[at + 1];
        z += forces[at + 2];
      }
    }
    out[3 * v] = x;
    out[3 * v + 1] = y;
    out[3 * v + 2] = z;
  }
}

function gatherSprings(
  forces: Float32Array,
  offsets: Uint32Array,
  springs: Uint32Array,
  out: Float32Array,
  vertexBase: number,
  springBase: number,
  begin: number,
  end: number,
): void {
  for (let v = begin; v < end; v++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let n = offsets[v - vertexBase]; n < offsets[v - vertexBase + 1]; n++) {
      const s = 3 * (springBase + (springs[n] >> 1));
      const sign = (springs[n] & 1) === 0 ? 1 : -1;
      x += sign * forces[s];
      y += sign * forces[s + 1];
      z += sign * forces[s + 2];
    }
    out[3 * v] = x;
    out[3 * v + 1] = y;
    out[3 * v + 2] = z;
  }
}

function addContacts({ state }: Context, begin: number, end: number, out: Float32Array): void {
  const { contactRanges, contactEntries, contactTerms, contacts } = state;
  for (let v = begin; v < end; v++)
    for (let n = contactRanges[2 * v]; n < contactRanges[2 * v + 1]; n++) {
      const contact = Math.floor(contactEntries[n] / CONTACT_VERTICES);
      const at = CONTACT.stride * contact;
      const weight = contacts.f32[at + CONTACT.weights + (contactEntries[n] % CONTACT_VERTICES)];
      const term = CONTACT_TERM.stride * contact + CONTACT_TERM.force;
      out[3 * v] += weight * contactTerms[term];
      out[3 * v + 1] += weight * contactTerms[term + 1];
      out[3 * v + 2] += weight * contactTerms[term + 2];
    }
}

/** Adds the diagonal blocks of the Hessians of the elements at a vertex to `block`. */
export function addElementBlocks({ world, state, parameters, scratch }: Context, body: number, v: number): void {
  const { block } = scratch.implicitEuler.vertex;
  const { model, vertexBase, tetBase, springBase } = world.bodies[body];
  const { tetOffsets, tets, springOffsets, springs } = world.models[model].modelData.elementIncidence as Incidence;
  const { elementHessians, springHessians } = state;
  const local = v - vertexBase;
  if (kindOf(world.bodies[body], parameters) !== 'mass-spring')
    for (let n = tetOffsets[local]; n < tetOffsets[local + 1]; n++)
      addElementBlock(block, elementHessians, HESSIAN_LENGTH * (tetBase + (tets[n] >> 2)), tets[n] & 3);
  else
    for (let n = springOffsets[local]; n < springOffsets[local + 1]; n++) {
      const s = 6 * (springBase + (springs[n] >> 1));
      for (let k = 0; k < 6; k++) block[k] += springHessians[s + k];
    }
}

/** Does the same for the contacts at a vertex. */
function addContactBlocks({ state, scratch }: Context, v: number): void {
  const { block } = scratch.implicitEuler.vertex;
  const { contactRanges, contactEntries, contactTerms, contacts } = state;
  for (let n = contactRanges[2 * v]; n < contactRanges[2 * v + 1]; n++) {
    const contact = Math.floor(contactEntries[n] / CONTACT_VERTICES);
    const at = CONTACT.stride * contact;
    const weight = contacts.f32[at + CONTACT.weights + (contactEntries[n] % CONTACT_VERTICES)];
    const across = weight * weight * contactTerms[CONTACT_TERM.stride * contact + CONTACT_TERM.tangent];
    const along = weight * weight * contactTerms[CONTACT_TERM.stride * contact + CONTACT_TERM.normal];
    const normal = at + CONTACT.normal;
    addBlock(block, along, across, contacts.f32[normal], contacts.f32[normal + 1], contacts.f32[normal + 2]);
  }
}

/** Adds along n n^T + across (1 - n n^T). */
function addBlock(block: Float64Array, along: number, across: number, x: number, y: number, z: number): void {
  const more = along - across;
  block[0] += across + more * x * x;
  block[1] += more * x * y;
  block[2] += more * x * z;
  block[3] += across + more * y * y;
  block[4] += more * y * z;
  block[5] += across + more * z * z;
}

/** Adds the diagonal block of a corner of the element whose Hessian starts at `at`; that of corner 0 is the sum of all edges' blocks. */
function addElementBlock(block: Float64Array, h: Float32Array, at: number, corner: number): void {
  for (let e = corner === 0 ? 0 : corner - 1; e < (corner === 0 ? 3 : corner); e++)
    for (let f = corner === 0 ? 0 : e; f < (corner === 0 ? 3 : e + 1); f++) {
      block[0] += h[at + upperOf9(3 * e, 3 * f)];
      block[1] += h[at + upperOf9(3 * e, 3 * f + 1)];
      block[2] += h[at + upperOf9(3 * e, 3 * f + 2)];
      block[3] += h[at + upperOf9(3 * e + 1, 3 * f + 1)];
      block[4] += h[at + upperOf9(3 * e + 1, 3 * f + 2)];
      block[5] += h[at + upperOf9(3 * e + 2, 3 * f + 2)];
    }
}

/**
 * Writes what the vertices `begin` to `end` - 1 contribute at the current displacements: own blocks of mass and colliders, residual (the
 * negative gradient), and preconditioner. Held vertices get a residual and a preconditioner of 0, so that they don't move. The vector
 * `direction`, which isn't in use yet, gets the inertial motion: the first solve multiplies it with the system (sumReference).
 */
export function writeVertices(context: Context, begin: number, end: number): void {
  const { world, state, parameters, scratch } = context;
  const { block, push } = scratch.implicitEuler.vertex;
  const { inverseMasses, freeMoves, vertexBlocks, residual, preconditioner, solution, direction } = state;
  const u = displacementsOf(state);
  const rate = 1 / (parameters.timeStep * parameters.timeStep);
  solution.fill(0, 3 * begin, 3 * end);
  gatherForces(context, begin, end, residual);
  for (let body = 0; body < world.bodies.length; body++) {
    const { vertexBase } = world.bodies[body];
    const last = Math.min(end, vertexEnd(world, body));
    for (let v = Math.max(begin, vertexBase); v < last; v++) {
      const i = 3 * v;
      if (inverseMasses[v] === 0) {
        residual.fill(0, i, i + 3);
        direction.fill(0, i, i + 3);
        preconditioner.fill(0, 2 * i, 2 * i + 6);
        vertexBlocks.fill(0, 2 * i, 2 * i + 6);
        continue;
      }
      const inertia = rate / inverseMasses[v];
      block.fill(0);
      block[0] = inertia;
      block[3] = inertia;
      block[5] = inertia;
      addColliders(context, body, v);
      for (let k = 0; k < 6; k++) vertexBlocks[2 * i + k] = block[k];
      addElementBlocks(context, body, v);
      addContactBlocks(context, v);
      residual[i] = -(residual[i] + push[0] + inertia * (u[i] - freeMoves[i]));
      residual[i + 1] = -(residual[i + 1] + push[1] + inertia * (u[i + 1] - freeMoves[i + 1]));
      residual[i + 2] = -(residual[i + 2] + push[2] + inertia * (u[i + 2] - freeMoves[i + 2]));
      for (let k = i; k < i + 3; k++) direction[k] = freeMoves[k];
      invert(block, preconditioner, 2 * i);
    }
  }
}

/** Adds the stiffness of the colliders at a vertex to `block`, and writes the gradient of their energy to `push`. */
function addColliders({ world, state, parameters, scratch }: Context, body: number, v: number): void {
  const { block, push } = scratch.implicitEuler.vertex;
  const { terms } = scratch.implicitEuler;
  const { moved, predicted, forced, before, normal, position } = terms;
  const { positionsT0: x0, velocitiesT0, predictedMoves, forcedMoves, inverseMasses, colliders: words } = state;
  const { collision } = scratch.project;
  const u = displacementsOf(state);
  push.fill(0);
  if (world.colliders.length === 0) return;
  // What the step may undo of a depth at x0.
  const limits = limitsColliders(parameters);
  const reach = limits ? parameters.timeStep * shallowSpeed(world, parameters, body, body) : Infinity;
  const friction = materialAt(world.materials, world.bodies[body].material, parameters, scratch.project.friction.first);
  for (let c = 0; c < world.colliders.length; c++) {
    const at = COLLIDER.stride * c;
    // The collider's surface is taken as a plane: the one nearest to where the vertex is predicted to be without contacts.
    const isBowl = words[at + COLLIDER.kind] !== 0;
    let depthAtStart = 0;
    if (isBowl) {
      for (let k = 0; k < 3; k++) position[k] = x0[3 * v + k] + words[at + COLLIDER.moved + k];
      collide(collision, words, at, position, 0);
      depthAtStart = collision.depth;
    }
    for (let k = 0; k < 3; k++) position[k] = x0[3 * v + k] + predictedMoves[3 * v + k];
    collide(collision, words, at, position, 0);
    // A bowl has no surface above its rim and beyond its wall, where its depth is at most 0.
    if (isBowl && !(collision.depth > 0 || (collision.depth < 0 && depthAtStart > 0))) continue;
    normal[0] = collision.nx;
    normal[1] = collision.ny;
    normal[2] = collision.nz;
    let atStart = -collision.depth;
    for (let k = 0; k < 3; k++) {
      // Displacements relative to the collider, which moves in the step as well; `atStart` is then the distance at x0.
      moved[k] = u[3 * v + k] - words[at + COLLIDER.moved + k];
      predicted[k] = predictedMoves[3 * v + k] - words[at + COLLIDER.moved + k];
      forced[k] = forcedMoves[3 * v + k] - words[at + COLLIDER.moved + k];
      before[k] = parameters.timeStep * velocitiesT0[3 * v + k] - words[at + COLLIDER.moved + k];
      atStart -= normal[k] * predicted[k];
    }
    if (limits && (!isBowl || position[1] < words[at + COLLIDER.rim])) {
      // A vertex that begins inside a collider is held there if its elements will press it in with more than the penalty's force at x0, even if it is
      // predicted to leave with its velocity. Else an arm that a pile presses against a wall was held in every other step, and jumped to and fro by 18 mm.
      const pressed = dotOf(forced, 0, normal, 0) - parameters.contactStiffness * atStart;
      if (atStart < 0 && atStart + pressed < 0) predicted.set(forced);
    }
    atStart = Math.max(atStart, -reach);
    stiffnesses(terms, atStart, 1 / inverseMasses[v], friction, parameters.contactStiffness, parameters.timeStep);
    const { along, across } = terms;
    if (along === 0) continue;
    addBlock(block, along, across, normal[0], normal[1], normal[2]);
    const height = moved[0] * normal[0] + moved[1] * normal[1] + moved[2] * normal[2];
    for (let k = 0; k < 3; k++)
      push[k] += along * (atStart + height) * normal[k] + across * (moved[k] - height * normal[k]);
  }
}

/** Writes the inverse of a symmetric positive definite 3 x 3 matrix to out[at ..]. */
export function invert(m: Float64Array, out: Float32Array | Float64Array, at: number): void {
  const c00 = m[3] * m[5] - m[4] * m[4];
  const c01 = m[2] * m[4] - m[1] * m[5];
  const c02 = m[1] * m[4] - m[2] * m[3];
  const scale = 1 / (m[0] * c00 + m[1] * c01 + m[2] * c02);
  out[at] = scale * c00;
  out[at + 1] = scale * c01;
  out[at + 2] = scale * c02;
  out[at + 3] = scale * (m[0] * m[5] - m[2] * m[2]);
  out[at + 4] = scale * (m[1] * m[2] - m[0] * m[4]);
  out[at + 5] = scale * (m[0] * m[3] - m[1] * m[1]);
}
