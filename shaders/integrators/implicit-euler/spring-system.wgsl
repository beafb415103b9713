// Forces and Hessians of the springs. Twin of writeSprings in src/simulation/integrators/implicit-euler/springs.ts. Element: a spring of the
// world.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/spring.wgsl;
#reads dispatch_arguments;
#writes element_hessians, element_forces;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = body_of(i, BODY_SPRING_BASE);
  if (!has_springs(body)) {
    return;
  }
  let spring = load_spring(body, i);
  let now = length(spring.difference);
  let inverse = select(0.0, 1.0 / now, now > 0.0);
  let n = inverse * spring.difference;
  let force = spring.pull * n;
  let at = spring_force_place(i);
  element_forces[at] = force.x;
  element_forces[at + 1u] = force.y;
  element_forces[at + 2u] = force.z;
  // A compressed spring's curvature across, which would make the Hessian indefinite, is left out.
  let across = max(0.0, spring.pull * inverse);
  let along = spring.stiffness - across;
  element_hessians[spring_hessian_place(i, 0u)] = across + along * n.x * n.x;
  element_hessians[spring_hessian_place(i, 1u)] = along * n.x * n.y;
  element_hessians[spring_hessian_place(i, 2u)] = along * n.x * n.z;
  element_hessians[spring_hessian_place(i, 3u)] = across + along * n.y * n.y;
  element_hessians[spring_hessian_place(i, 4u)] = along * n.y * n.z;
  element_hessians[spring_hessian_place(i, 5u)] = across + along * n.z * n.z;
}
