import { BOUNDARY, NONE } from '../../mesh/topology.ts';
import {
  FOLD_MARGIN,
  FEASIBLE_TOLERANCE,
  POINT_ROUNDING,
  MAX_SLIDES,
  TRAVERSAL_LIMITS,
} from '../../simulation/path/limits.ts';
import { MIN_VOLUME_SHARE } from '../../simulation/constraints/pressure/gas.ts';
import { LEAST_OWN_WEIGHT, LEAST_SHARED_WEIGHT } from '../../simulation/contacts/paths/path-contacts.ts';
import { MAX_COORDINATE } from '../../simulation/diagnostics/stages.ts';
import { LEAST_INERTIA } from '../../simulation/integrators/xpbd/moments.ts';
import { TINY } from '../../simulation/constraints/neo-hookean/neo-hookean.ts';
import { CAPACITY, CONTACT_BLOCK, PLACES_PER_EDGE } from '../../simulation/capacities.ts';
import { INDIRECT, WORKGROUP_SIZE } from '../../simulation/pass.ts';
import { recordLayout } from '../../simulation/records.ts';
import * as state from '../../simulation/state.ts';
import { MATERIAL } from '../memory/material-table.ts';
import { BODY, MODEL, WORLD } from '../memory/topology-records.ts';

export { INDIRECT, WORKGROUP_SIZE };

/** Words per slot of the buffer `indirect`. */
export const INDIRECT_STRIDE = 4;

/**
 * Number of threads that answer overflowed paths, and of elements that each can remember. A ray through a million elements passes some
 * hundred. 1 MiB in total.
 */
export const PATH_SLOTS = 256;
export const PATH_MARKS = 1024;

/**
 * Most inverted elements per body that path queries test. With more, every element is treated as inverted: correct, but slower. Each
 * query reads the whole list, 16 bytes per element.
 */
export const INVERTED_CAPACITY = 1024;

/** Most branched edges per body that culling tests; they are rarer than inverted elements. With more, nothing is culled. */
export const BRANCHED_CAPACITY = 256;

/** Corners and edges that a thread remembers per query as unreachable. A corner is the closest point of about six faces. */
export const REJECTED = 8;

/** Cells that a flood can reach in a thread's own memory: a quarter more than the largest count observed (docs/method.md, Limits). */
export const FLOOD_CELLS = 128;

/**
 * Relative safety margin against rounding: bounding spheres are enlarged by it and distances to them reduced. It is some ten times the
 * error of WGSL's sqrt and length, which is a few 1e-7.
 */
export const BALL_SLACK = 1e-5;

/** Stack size of a tree traversal: one entry per level, which suffices for trees of less than 2^32 leaves. */
export const TREE_STACK = 32;

/** Snake case of a name: positionsT0 -> positions_t0. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const constantCase = (name: string): string => snakeCase(name).toUpperCase();

/** Declares one WGSL constant per value, named `PREFIX_NAME`. */
export const group = (prefix: string, values: Readonly<Record<string, number>>): string[] =>
  Object.entries(values).map(([name, value]) => `const ${prefix}_${constantCase(name)} = ${value}u;`);
/** Declares abstract floats: products of them are rounded only once. */
const floats = (values: Readonly<Record<string, number>>): string[] =>
  Object.entries(values).map(([name, value]) => `const ${name} = ${value.toExponential()};`);

/** Larger than any coordinate, and finite: WGSL has no literal for infinity. */
const LARGEST = 3.4e38;

/** WGSL constants in front of every kernel, so that no number is written twice. */
export const WGSL_CONSTANTS = [
  `override WORKGROUP_SIZE: u32 = ${WORKGROUP_SIZE};`,
  ...group('WORLD', recordLayout(WORLD)),
  ...group('BODY', recordLayout(BODY)),
  ...group('MODEL', recordLayout(MODEL)),
  ...group('MATERIAL', recordLayout(MATERIAL)),
  ...group('COUNTER', state.COUNTERS),
  `const COUNTER_COUNT = ${state.COUNTER_COUNT}u;`,
  ...group('CAPACITY', CAPACITY),
  ...group('CONTACT_KIND', state.CONTACT_KINDS),
  ...group('CONTAINMENT', state.CONTAINMENT),
  ...group('INSIDE', state.INSIDE),
  ...group('INDIRECT', INDIRECT),
  `const INDIRECT_STRIDE = ${INDIRECT_STRIDE}u;`,
  `const NONE = ${NONE}u;`,
  `const BOUNDARY = ${BOUNDARY}u;`,
  `const PATH_OVERFLOW = ${state.PATH_OVERFLOW}u;`,
  `const PLACES_PER_EDGE = ${PLACES_PER_EDGE}u;`,
  `const CONTACT_BLOCK = ${CONTACT_BLOCK}u;`,
  ...group('TRAVERSAL', { ...TRAVERSAL_LIMITS }),
  `const MAX_SLIDES = ${MAX_SLIDES}u;`,
  `const REJECTED = ${REJECTED}u;`,
  `const PATH_SLOTS = ${PATH_SLOTS}u;`,
  `const PATH_MARKS = ${PATH_MARKS}u;`,
  `const FLOOD_CELLS = ${FLOOD_CELLS}u;`,
  `const TREE_STACK = ${TREE_STACK}u;`,
  ...group('PATHS', state.PATHS),
  `const SUM_CHUNK = ${state.SUM_CHUNK}u;`,
  `const INSIDE_MARGIN = f32(${state.INSIDE_MARGIN});`,
  `const DEEP_SHARE = f32(${state.DEEP_SHARE});`,
  ...floats({
    BALL_SLACK,
    FEASIBLE_TOLERANCE,
    FOLD_MARGIN,
    LEAST_OWN_WEIGHT,
    LEAST_SHARED_WEIGHT,
    LEAST_INERTIA,
    MIN_VOLUME_SHARE,
    TINY,
    POINT_ROUNDING,
    LARGEST,
  }),
  `const MAX_COORDINATE_BITS = ${new Uint32Array(Float32Array.of(MAX_COORDINATE).buffer)[0]}u;`,
].join('\n');
