// Computes the kinetic energy of each chunk of SUM_CHUNK vertices [J]. The host adds up the chunks. Also checks every step's positions: if
// one is not finite or too far from the origin, the counter `broken` names its body. CPU version: `energy` in
// src/simulation/diagnostics/stages.ts. One thread per chunk: it sums the vertices in order, so that the sum always has the same
// bits.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#reads parameters, dispatch_arguments, positions, velocities, inverse_masses;
#writes energies;
#atomics counters;

// Returns true if |x| exceeds MAX_COORDINATE, or if x is not finite. Compares the bits of |x| as an integer: those of infinities and NaNs
// are greater than those of any number. A float comparison won't do, since a compiler may assume that it never sees infinities or NaNs.
fn is_far(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > MAX_COORDINATE_BITS;
}

fn body_of(vertex: u32) -> u32 {
  var body = 0u;
  while (body + 1u < parameters.body_count && body_word(body + 1u, BODY_VERTEX_BASE) <= vertex) {
    body++;
  }
  return body;
}

// Reports an invalid position: `found` is 1 + the index of its body. The counter `broken` becomes the least number reported, so that it
// names the first such body; 0 means that none was reported yet.
fn report(found: u32) {
  var known = atomicLoad(&counters[COUNTER_BROKEN]);
  while (known == 0u || found < known) {
    let seen = atomicCompareExchangeWeak(&counters[COUNTER_BROKEN], known, found);
    if (seen.exchanged) {
      return;
    }
    known = seen.old_value;
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  var sum = 0.0;
  for (var v = i * SUM_CHUNK; v < min((i + 1u) * SUM_CHUNK, parameters.vertex_count); v++) {
    let w = inverse_masses[v];
    let velocity = vec3f(velocities[3u * v], velocities[3u * v + 1u], velocities[3u * v + 2u]);
    if (w > 0.0) {
      sum += 0.5 / w * dot(velocity, velocity);
    }
    if (is_far(positions[3u * v]) || is_far(positions[3u * v + 1u]) || is_far(positions[3u * v + 2u])) {
      report(1u + body_of(v));
    }
  }
  energies[i] = sum;
}
