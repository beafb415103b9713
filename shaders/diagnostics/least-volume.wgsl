// Finds the least volume of a body over that at rest, from the sums of volume-sums.wgsl. CPU version: phase 1 of `volumes` in
// src/simulation/diagnostics/volumes.ts. Element: a body.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/diagnostics/volume-chunks.wgsl;
#reads dispatch_arguments, topology, volume_sums;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let body = element(id, groups);
  if (body >= dispatch_arguments.count) {
    return;
  }
  let model = body_model(body);
  let rest = bitcast<f32>(topology[model + MODEL_VOLUME]);
  if (!(rest > 0.0)) {
    return;
  }
  let first = first_chunk(body);
  let count = (topology[model + MODEL_TET_COUNT] + SUM_CHUNK - 1u) / SUM_CHUNK;
  var sum = 0.0;
  for (var chunk = first; chunk < first + count; chunk++) {
    sum += volume_sums[chunk];
  }
  // The counter's 0 means that no body has a volume.
  let found = 1u + u32(round(clamp(sum / rest / VOLUME_SHARE_UNIT, 0.0, 4e9)));
  var known = atomicLoad(&counters[COUNTER_LEAST_VOLUME]);
  while (known == 0u || found < known) {
    let seen = atomicCompareExchangeWeak(&counters[COUNTER_LEAST_VOLUME], known, found);
    if (seen.exchanged) {
      return;
    }
    known = seen.old_value;
  }
}
