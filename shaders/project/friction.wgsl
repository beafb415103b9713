// How much of the impulse that would stop all sliding Coulomb's friction gives. Twin of src/simulation/project/friction.ts.
#reads parameters;

fn friction_share(needed: f32, normal: f32) -> f32 {
  if (needed <= parameters.static_friction * normal) {
    return 1.0;
  }
  return min(1.0, parameters.dynamic_friction * normal / needed);
}
