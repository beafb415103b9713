import { beforeAll, expect, it } from 'vitest';
import { BINDINGS, type BindingTable } from '../../src/gpu/kernels/bindings.ts';
import { BINDINGS_2D, WGSL_CONSTANTS_2D } from '../../src/gpu/path-2d/bindings.ts';
import { assemble } from '../../src/gpu/kernels/wgsl.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { sharedDevice } from './harness.ts';

/** Every file, with what it includes. */
const FILES = import.meta.glob<string>('/shaders/**/*.wgsl', { import: 'default', eager: true });
/** Functions that a file calls and that the kernel chooses: it includes one of several files that define them. */
const CHOSEN = {
  traverse: '(first: u32, offset: vec3f, goal: Target, may_overshoot: bool, away: bool) -> u32 { return 0u; }',
  begin_culling: '(query: Query) { }',
  is_culled: '(face: u32, feature: u32, offset: vec3f) -> bool { return false; }',
  find_path: '(query: Query) -> bool { return false; }',
  meets: '(node: u32) -> bool { return false; }',
  bodies_searched: '() -> Tree { return Tree(); }',
  tree_searched: '(body: u32) -> Tree { return Tree(); }',
  is_searched: '(body: u32) -> bool { return false; }',
  is_found: '(body: u32, element: u32, leaf: u32) -> bool { return false; }',
  has_element: '() -> bool { return false; }',
  take_element: '() -> u32 { return 0u; }',
  join_bodies: '(node: u32, first: u32, end: u32) { }',
  solve: '(body: u32, model: u32, constraint: u32) { }',
  solve_colour: '(body: u32, model: u32, begin: u32, end: u32, thread: u32) { }',
  solve_corners:
    '(body: u32, model: u32, constraint: u32, c: array<Corner, CORNERS>, applied: Multipliers, own: vec4<bool>) { }',
  load_multipliers: '(body: u32, model: u32, constraint: u32) -> Multipliers { return Multipliers(); }',
  corner_vertex: '(body: u32, model: u32, constraint: u32, corner: u32) -> u32 { return 0u; }',
  can_share: '(model: u32, constraint: u32) -> bool { return true; }',
  colours_of: '(model: u32) -> vec2u { return vec2u(); }',
  tree_at: '(index: u32) -> Tree { return Tree(); }',
  join_children: '(node: u32, child: u32) { }',
};

/** Other names that a file leaves to those that include it. */
const CHOSEN_NAMES = { CORNERS: 'const CORNERS = 4u;', Multipliers: 'alias Multipliers = vec2f;' };

let device: GPUDevice;
beforeAll(async () => {
  device = await sharedDevice(boxWorld().world);
});

async function errorsOf(code: string): Promise<string[]> {
  device.pushErrorScope('validation');
  const { messages } = await device.createShaderModule({ code }).getCompilationInfo();
  const refused = await device.popErrorScope();
  const errors = messages.filter(({ type }) => type === 'error').map(({ message }) => message);
  return refused && errors.length === 0 ? [refused.message] : errors;
}

const assembled = (file: string, text: string): string => {
  const isFlat = file.includes('/path-2d/');
  const table: BindingTable = isFlat ? BINDINGS_2D : BINDINGS;
  return assemble({ label: file, code: isFlat ? `${WGSL_CONSTANTS_2D}\n${text}` : text, table }).code;
};

it.for(Object.keys(FILES))('%s includes and names all that it needs', async (file, { skip }) => {
  const text = FILES[file];
  const isForSubgroups = file.endsWith('-subgroups.wgsl');
  skip(isForSubgroups && !device.features.has('subgroups'), 'the adapter has no subgroups');
  const missing = Object.entries(CHOSEN).filter(([name]) => text.includes(`${name}(`) && !text.includes(`fn ${name}(`));
  const stubs = missing.map(([name, rest]) => `fn ${name}${rest}`);
  for (const [name, stub] of Object.entries(CHOSEN_NAMES))
    if (
      new RegExp(`\\b${name}\\b`).test([text, ...stubs].join('\n').replaceAll(/\/\/.*/g, '')) &&
      !new RegExp(`(alias|const) ${name}\\b`).test(text)
    )
      stubs.push(stub);
  const code = assembled(file, [text, ...stubs].join('\n'));
  expect(await errorsOf(isForSubgroups ? `enable subgroups;\n${code}` : code)).toEqual([]);
});

it('a file without its includes, or without a buffer, is refused', async () => {
  const alone = 'fn f() -> vec3f { return position(0u); }';
  expect((await errorsOf(assembled('alone', alone))).join()).toContain('position');
  const unnamed = 'fn f() -> f32 { return positions[0]; }';
  expect((await errorsOf(assembled('unnamed', unnamed))).join()).toContain('positions');
  expect(await errorsOf(assembled('named', `#reads positions;\n${unnamed}`))).toEqual([]);
});
