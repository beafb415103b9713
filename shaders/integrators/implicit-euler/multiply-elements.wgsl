// Multiplies the tetrahedra's Hessians with the search direction. Twin of multiplyElements in
// src/simulation/integrators/implicit-euler/elements.ts. Element: a tetrahedron of the world.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/integrators/implicit-euler/has-springs.wgsl;
#include /shaders/integrators/implicit-euler/hessian.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#include /shaders/integrators/implicit-euler/words.wgsl;
#reads dispatch_arguments;
#writes element_forces;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || is_solved()) {
    return;
  }
  let body = body_of(i, BODY_TET_BASE);
  if (has_springs(body)) {
    return;
  }
  let v = elastic_vertices(body_model(body), i - body_word(body, BODY_TET_BASE)) + body_word(body, BODY_VERTEX_BASE);
  let p = vector_at(VECTOR_DIRECTION, v.x);
  let d1 = vector_at(VECTOR_DIRECTION, v.y) - p;
  let d2 = vector_at(VECTOR_DIRECTION, v.z) - p;
  let d3 = vector_at(VECTOR_DIRECTION, v.w) - p;
  var force = times_hessian(i, mat3x3f(d1, d2, d3));
  for (var k = 0u; k < 3u; k++) {
    let at = 9u * i + 3u * k;
    element_forces[at] = force[k].x;
    element_forces[at + 1u] = force[k].y;
    element_forces[at + 2u] = force[k].z;
  }
}
