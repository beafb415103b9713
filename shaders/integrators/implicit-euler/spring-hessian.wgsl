// Springs of the world, their stored Hessians, and where their forces are stored.
#include /shaders/shared/constraints.wgsl;
#include /shaders/integrators/implicit-euler/has-springs.wgsl;
#reads parameters, element_hessians;

// Vertex ids, in the world, of spring `spring` of the world, which belongs to `body`.
fn spring_ends(body: u32, spring: u32) -> vec2u {
  return spring_vertices(body_model(body), spring - body_word(body, BODY_SPRING_BASE)) + body_word(body, BODY_VERTEX_BASE);
}

// Place of a spring's force in element_forces, behind those of tetrahedra.
fn spring_force_place(spring: u32) -> u32 {
  return 9u * parameters.tet_count + 3u * spring;
}

// Place of number k of a spring's Hessian (00, 01, 02, 11, 12, 22) in element_hessians, behind those of tetrahedra.
fn spring_hessian_place(spring: u32, k: u32) -> u32 {
  return HESSIAN_LENGTH * parameters.tet_count + k * parameters.spring_count + spring;
}

fn spring_hessian(spring: u32) -> mat3x3f {
  let x = element_hessians[spring_hessian_place(spring, 1u)];
  let y = element_hessians[spring_hessian_place(spring, 2u)];
  let z = element_hessians[spring_hessian_place(spring, 4u)];
  return mat3x3f(
    vec3f(element_hessians[spring_hessian_place(spring, 0u)], x, y),
    vec3f(x, element_hessians[spring_hessian_place(spring, 3u)], z),
    vec3f(y, z, element_hessians[spring_hessian_place(spring, 5u)]),
  );
}
