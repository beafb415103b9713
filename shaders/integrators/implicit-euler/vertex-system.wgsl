// Own block of mass and colliders of each vertex, and its residual, the negative gradient.
// vertex-forces.wgsl has written the forces of elements and contacts to the vector `product`. Twin of writeVertices in
// src/simulation/integrators/implicit-euler/vertices.ts, with preconditioner.wgsl. Element: a vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/constraints/colliders/normal-and-depth.wgsl;
#include /shaders/constraints/elastic/displacement.wgsl;
#include /shaders/contacts/projection/friction.wgsl;
#include /shaders/integrators/implicit-euler/blocks.wgsl;
#include /shaders/integrators/implicit-euler/stiffnesses.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#include /shaders/contacts/regions/parting.wgsl;
#include /shaders/path/body-of.wgsl;
#reads parameters, dispatch_arguments, velocities_t0, inverse_masses, colliders;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  put_vector(VECTOR_SOLUTION, i, vec3f());
  let w = inverse_masses[i];
  if (w == 0.0) {
    // Held vertices have neither residual nor preconditioner, so that they don't move.
    put_vector(VECTOR_RESIDUAL, i, vec3f());
    put_vector(VECTOR_DIRECTION, i, vec3f());
    put_block(OWN_BLOCK, i, mat3x3f());
    return;
  }
  let inertia = parameters.inverse_dt * parameters.inverse_dt / w;
  let u = displacement(i);
  let free = vector_at(VECTOR_FREE_MOVES, i);
  let predicted = vector_at(VECTOR_PREDICTED_MOVES, i);
  let forced = vector_at(VECTOR_FORCED_MOVES, i);
  let before = parameters.dt * vec3f(velocities_t0[3u * i], velocities_t0[3u * i + 1u], velocities_t0[3u * i + 2u]);
  var friction = friction_of(0u);
  if (parameters.material_count > 1u) {
    friction = friction_of(body_word(body_of(i, BODY_VERTEX_BASE), BODY_MATERIAL));
  }
  var block = mat3x3f(inertia, 0.0, 0.0, 0.0, inertia, 0.0, 0.0, 0.0, inertia);
  var gradient = vector_at(VECTOR_PRODUCT, i) + inertia * (u - free);
  for (var k = 0u; k < parameters.collider_count; k++) {
    // The collider's surface is taken as a plane: the one nearest to where the vertex is predicted to be without contacts.
    let met = normal_and_depth(k, position_t0(i) + predicted);
    let own = colliders[k].moved;
    // A bowl has no surface above its rim and beyond its wall, where its depth is at most 0.
    if (colliders[k].kind != 0.0 && !(met.w > 0.0)) {
      let depth_at_start = normal_and_depth(k, position_t0(i) + own).w;
      if (!(met.w < 0.0 && depth_at_start > 0.0)) {
        continue;
      }
    }
    let n = met.xyz;
    var moves = Moves(u - own, predicted - own, forced - own, before - own);
    var at_start = -met.w - dot(n, moves.predicted);
    if (parameters.limits_colliders != 0u) {
      let is_near = colliders[k].kind == 0.0 || position_t0(i).y + predicted.y < colliders[k].rim;
      let pressed = dot(moves.forced, n) - parameters.contact_stiffness * at_start;
      if (is_near && at_start < 0.0 && at_start + pressed < 0.0) {
        moves.predicted = moves.forced;
      }
      let body = body_of(i, BODY_VERTEX_BASE);
      at_start = max(at_start, -parameters.dt * shallow_speed(body, body));
    }
    let stiffness = stiffnesses(at_start, moves, n, 1.0 / w, friction);
    block += contact_block(stiffness, n);
    let height = dot(moves.now, n);
    gradient += stiffness.x * (at_start + height) * n + stiffness.y * (moves.now - height * n);
  }
  put_block(OWN_BLOCK, i, block);
  put_vector(VECTOR_RESIDUAL, i, -gradient);
  // The first solve multiplies the inertial motion with the system (vector-sums.wgsl).
  put_vector(VECTOR_DIRECTION, i, free);
}
