// Adds the rigid spin of each body, which find-spins.wgsl has found, to the velocities of its vertices. This restores the angular momentum
// that the body has lost in the step. CPU version: spinChunk in src/simulation/integrators/xpbd/moments.ts. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/integrators/xpbd/inertia.wgsl;
#reads parameters, dispatch_arguments, spins;
#writes velocities;

// Finds the body that a vertex belongs to, by bisection.
fn body_of(vertex: u32) -> u32 {
  var body = 0u;
  var end = parameters.body_count;
  while (end - body > 1u) {
    let middle = (body + end) / 2u;
    if (first_vertex(middle) <= vertex) {
      body = middle;
    } else {
      end = middle;
    }
  }
  return body;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = body_of(i);
  let rate = spins[body].rate;
  if (all(rate == vec3f())) {
    return;
  }
  let change = cross(rate, position(i) - position(first_vertex(body)) - spins[body].centre);
  velocities[3u * i] += change.x;
  velocities[3u * i + 1u] += change.y;
  velocities[3u * i + 2u] += change.z;
}
