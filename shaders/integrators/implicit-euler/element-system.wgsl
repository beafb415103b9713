// Gradients and projected Hessians of the Neo-Hookean tetrahedra. Twin of writeElements in
// src/simulation/integrators/implicit-euler/elements.ts. Element: a tetrahedron of the world.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/integrators/implicit-euler/element-hessian.wgsl;
#reads dispatch_arguments;
#writes element_forces;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = body_of(i, BODY_TET_BASE);
  if (has_springs(body)) {
    return;
  }
  var tet = load_element(body, i);
  // With one linear solve, elements that are strained too much are linearised at x0 (MOST_STRAIN_SQUARED).
  let moved = tet.edges - tet.edges_t0;
  let is_moved = (dispatch_arguments.argument & LINEAR_ONLY) != 0u && is_strained(tet);
  if (is_moved) {
    tet.edges = tet.edges_t0;
  }
  var gradient = element_gradient(tet);
  write_hessian(i, tet);
  if (is_moved) {
    gradient += times_hessian(i, moved);
  }
  for (var k = 0u; k < 9u; k++) {
    element_forces[9u * i + k] = gradient[k / 3u][k % 3u];
  }
}
