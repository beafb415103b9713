// Moves a vertex out of the world's colliders, with friction. Twin of `colliders` in
// src/simulation/constraints/colliders/colliders.ts.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/put-position.wgsl;
#include /shaders/constraints/colliders/normal-and-depth.wgsl;
#include /shaders/contacts/projection/friction.wgsl;
#include /shaders/contacts/regions/parting.wgsl;
#include /shaders/path/body-of.wgsl;
#reads parameters, inverse_masses, colliders;
#writes collider_impulses;

fn leave_colliders(i: u32) {
  if (inverse_masses[i] == 0.0) {
    return;
  }
  var x = position(i);
  let x0 = position_t0(i);
  var friction = friction_of(0u);
  if (parameters.material_count > 1u) {
    friction = friction_of(body_word(body_of(i, BODY_VERTEX_BASE), BODY_MATERIAL));
  }
  // The vertex's friction with one collider, which owns this record. xyz: sum of the vertex's displacements by this collider in this step
  // (an impulse times dt and inverse mass, hence the array's name); w: 1 + the index of this collider (0: none yet).
  var owned = collider_impulses[i];
  for (var k = 0u; k < parameters.collider_count; k++) {
    let met = normal_and_depth(k, x);
    let n = met.xyz;
    var depth = met.w;
    if (depth > 0.0 && parameters.limits_colliders != 0u) {
      // A depth that was there at the step's start is undone at a limited speed.
      let body = body_of(i, BODY_VERTEX_BASE);
      let before = normal_and_depth(k, x0 + colliders[k].moved).w;
      depth -= max(0.0, before - parameters.dt * shallow_speed(body, body));
    }
    let owner = f32(k + 1u);
    if (depth > 0.0 && owned.w == 0.0) {
      owned.w = owner;
    }
    let owns = owned.w == owner;
    if (!owns && !(depth > 0.0)) {
      continue;
    }
    let sum = select(vec3f(), owned.xyz, owns);
    let before = dot(sum, n);
    let push = max(0.0, before + depth);
    let moved = x - x0 - colliders[k].moved; // relative to the collider, whose own motion in this step is colliders[k].moved
    // The tangential sum that would stop all sliding. friction_share reduces it to the friction cone.
    let tangential = sum - before * n - (moved - dot(moved, n) * n);
    let next = push * n + friction_share(length(tangential), push, friction) * tangential;
    x += next - sum;
    if (owns) {
      owned = vec4f(next, owner);
    }
  }
  collider_impulses[i] = owned;
  put_position(i, x);
}
