// Writes the unit normal of each surface vertex, for drawing: the sum of the area vectors of the faces around it, normalised; zero if they
// cancel out. One thread per surface vertex. Twin of `normals` in src/simulation/view/normals.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/fan.wgsl;
#reads dispatch_arguments;
#writes normals;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let sum = fan_sum(i);
  let size = length(sum);
  let normal = select(vec3f(), sum / size, size > 0.0);
  let vertex = 3u * world_surface_vertex(i);
  normals[vertex] = normal.x;
  normals[vertex + 1u] = normal.y;
  normals[vertex + 2u] = normal.z;
}
