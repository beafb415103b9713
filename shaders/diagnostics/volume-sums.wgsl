// Sums the signed volumes of chunks of at most SUM_CHUNK elements of a body [m^3], and counts the elements that are flat or inverted. CPU version:
// phase 0 of `volumes` in src/simulation/diagnostics/volumes.ts. One thread per chunk, so that a sum always has the same bits.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/tetrahedron.wgsl;
#include /shaders/diagnostics/volume-chunks.wgsl;
#reads dispatch_arguments, topology;
#writes volume_sums;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let chunk = element(id, groups);
  if (chunk >= dispatch_arguments.count) {
    return;
  }
  var body = 0u;
  while (body + 1u < topology[WORLD_BODY_COUNT] && first_chunk(body + 1u) <= chunk) {
    body++;
  }
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  let first = (chunk - first_chunk(body)) * SUM_CHUNK;
  let end = min(first + SUM_CHUNK, topology[model + MODEL_TET_COUNT]);
  var sum = 0.0;
  var inverted = 0u;
  for (var tet = first; tet < end; tet++) {
    let corners = tet_vertices(model, tet) + base;
    let a = position(corners.x);
    let volume = determinant3(position(corners.y) - a, position(corners.z) - a, position(corners.w) - a) / 6.0;
    if (!(volume > 0.0)) {
      inverted++;
    }
    sum += volume;
  }
  volume_sums[chunk] = sum;
  if (inverted > 0u) {
    atomicAdd(&counters[COUNTER_INVERTED], inverted);
  }
}
