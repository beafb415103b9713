// Writes the forces of elements and contacts at each vertex to the vector `product`. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/gather-forces.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads dispatch_arguments;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  var force = gathered_force(i);
  if (adds_to_product()) {
    force += vector_at(VECTOR_PRODUCT, i);
  }
  put_vector(VECTOR_PRODUCT, i, force);
}
