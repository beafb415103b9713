// Multiplies the springs' Hessians with the search direction. Twin of multiplySprings in
// src/simulation/integrators/implicit-euler/springs.ts. Element: a spring of the world.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/spring-hessian.wgsl;
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
  let body = body_of(i, BODY_SPRING_BASE);
  if (!has_springs(body)) {
    return;
  }
  let v = spring_ends(body, i);
  let force = spring_hessian(i) * (vector_at(VECTOR_DIRECTION, v.x) - vector_at(VECTOR_DIRECTION, v.y));
  let at = spring_force_place(i);
  element_forces[at] = force.x;
  element_forces[at + 1u] = force.y;
  element_forces[at + 2u] = force.z;
}
