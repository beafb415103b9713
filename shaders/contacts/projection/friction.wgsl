// Coulomb friction of contacts and colliders. Twin of src/simulation/contacts/projection/friction.ts.
#include /shaders/shared/material.wgsl;
#reads parameters;

// Static (x) and dynamic (y) friction coefficient of the material with index `material`.
fn friction_of(material: u32) -> vec2f {
  if (material == 0u) {
    return vec2f(parameters.static_friction, parameters.dynamic_friction);
  }
  return vec2f(material_number(material, MATERIAL_STATIC_FRICTION), material_number(material, MATERIAL_DYNAMIC_FRICTION));
}

// Coefficients for a contact's pair of materials (Contact.materials): geometric means, or exactly the coefficient if both are equal.
fn friction_between(pair: u32) -> vec2f {
  let a = friction_of(pair & 0xffffu);
  let b = friction_of(pair >> 16u);
  return select(sqrt(a * b), a, a == b);
}

// Returns the share (0 to 1) of the tangential impulse `needed` that friction applies. `needed` would stop all sliding; `normal` is the
// normal impulse, in the same unit.
fn friction_share(needed: f32, normal: f32, coefficients: vec2f) -> f32 {
  if (needed <= coefficients.x * normal) {
    return 1.0;
  }
  return min(1.0, coefficients.y * normal / needed);
}
