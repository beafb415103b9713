import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import timeOfImpact from '../../shaders/contacts/ccd/time-of-impact.wgsl';
import {
  createImpact,
  edgeEdgeTimeOfImpact,
  QUERY_STRIDE,
  vertexFaceTimeOfImpact,
} from '../../src/geometry/time-of-impact.ts';
import type { BindingTable } from '../../src/gpu/kernels/bindings.ts';
import { createKernel } from '../../src/gpu/kernels/kernel.ts';
import { parseCcdQueries } from '../../src/queries/ccd-queries.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { sharedData, skipNote } from '../fixtures/shared-data.ts';
import { sharedDevice } from './harness.ts';
import { Readback } from '../../src/gpu/memory/readback.ts';

const TABLE: BindingTable = { structs: {}, groups: [{}, { points: 'f32', impacts: 'f32' }], aliases: {} };
const KERNEL = (square: boolean) => `
${timeOfImpact}
#reads points;
#writes impacts;
fn point(i: u32, k: u32) -> vec3f {
  let at = 24u * i + 3u * k;
  return vec3f(points[at], points[at + 1u], points[at + 2u]);
}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (24u * i >= arrayLength(&points)) { return; }
  let impact = ${
    square
      ? 'edge_edge_impact(mat2x3f(point(i, 0u), point(i, 1u)), mat2x3f(point(i, 2u), point(i, 3u)), mat2x3f(point(i, 4u), point(i, 5u)), mat2x3f(point(i, 6u), point(i, 7u)))'
      : 'vertex_face_impact(point(i, 0u), mat3x3f(point(i, 1u), point(i, 2u), point(i, 3u)), point(i, 4u), mat3x3f(point(i, 5u), point(i, 6u), point(i, 7u)))'
  };
  impacts[4u * i] = f32(impact.hit);
  impacts[4u * i + 1u] = impact.t;
  impacts[4u * i + 2u] = impact.u;
  impacts[4u * i + 3u] = impact.v;
}`;

async function impacts(points: Float32Array<ArrayBuffer>, square: boolean): Promise<Float32Array> {
  const device = await sharedDevice(boxWorld().world);
  const size = (points.length / 24) * 16;
  const make = (bytes: number) =>
    device.createBuffer({
      size: bytes,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
    });
  const buffers: Record<string, GPUBuffer> = { points: make(points.byteLength), impacts: make(size) };
  device.queue.writeBuffer(buffers.points, 0, points);
  const kernel = await createKernel(
    { device, buffer: (n) => buffers[n], dispatches: undefined as never },
    { label: 'toi', code: KERNEL(square), table: TABLE, constants: {} },
  );
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  kernel.encode(pass, { count: points.length / 24 });
  pass.end();
  const pending = new Readback(device).encode(encoder, [{ buffer: buffers.impacts, offset: 0, size }]);
  device.queue.submit([encoder.finish()]);
  const [bytes] = await pending.take();
  return new Float32Array(bytes);
}

/** Rounding of a time, as a share of the step. */
const TIME_TOLERANCE = 1e-9;
/** Greatest share of false alarms among the queries without a hit: 4.8 % were measured. In float64 it is 2 %. */
const FALSE_ALARMS = 0.06;

const ROOT = sharedData('ccd-queries');
it.skipIf(skipNote('ccd-queries'))(
  'finds every collision of the benchmark, none later than it is, with few false alarms',
  async () => {
    const names = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.csv'))
      .sort();
    const impact = createImpact();
    const missed: string[] = [];
    const late: string[] = [];
    let [hits, free, alarms] = [0, 0, 0];
    for (const name of names) {
      const isEdgeEdge = name.includes('edge-edge');
      const timeOfImpact = isEdgeEdge ? edgeEdgeTimeOfImpact : vertexFaceTimeOfImpact;
      const { points, count } = parseCcdQueries(readFileSync(join(ROOT, name), 'utf8'));
      const rounded = new Float32Array(points);
      const exact = new Float64Array(rounded);
      const found = await impacts(rounded, isEdgeEdge);
      for (let i = 0; i < count; i++) {
        const isHit = found[4 * i] === 1;
        if (!timeOfImpact(exact, i * QUERY_STRIDE, impact, 0)) {
          free++;
          if (isHit) alarms++;
          continue;
        }
        hits++;
        if (!isHit) missed.push(`${name} ${i}`);
        else if (found[4 * i + 1] > impact.t + TIME_TOLERANCE) late.push(`${name} ${i}`);
      }
    }
    expect([missed, late]).toEqual([[], []]);
    expect(hits).toBeGreaterThan(100);
    expect(alarms).toBeLessThan(FALSE_ALARMS * free);
  },
);
