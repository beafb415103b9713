// Spins bodies as find-spins.wgsl has found. Twin of spinChunk in src/simulation/solve/moments.ts. Element: a vertex.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/solve/inertia.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(1) @binding(0) var<storage, read> topology: array<u32>;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(2) var<storage, read_write> velocities: array<f32>;
@group(2) @binding(25) var<storage, read> spins: array<Spin>;

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
