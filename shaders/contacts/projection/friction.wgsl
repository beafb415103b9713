// Coulomb friction. Twin of src/simulation/contacts/projection/friction.ts.
#include /shaders/shared/material.wgsl;
#reads parameters;

// Returns the static (x) and the dynamic (y) coefficient of friction of a material; material 0 is the scene's.
fn friction_of(material: u32) -> vec2f {
  if (material == 0u) {
    return vec2f(parameters.static_friction, parameters.dynamic_friction);
  }
  return vec2f(material_number(material, MATERIAL_STATIC_FRICTION), material_number(material, MATERIAL_DYNAMIC_FRICTION));
}

// Returns the coefficients for a contact's pair of materials (Contact.materials): the geometric means of the two materials'
// coefficients. If both coefficients are equal, the result is exactly this coefficient, without rounding.
fn friction_between(pair: u32) -> vec2f {
  let a = friction_of(pair & 0xffffu);
  let b = friction_of(pair >> 16u);
  return select(sqrt(a * b), a, a == b);
}

// Returns friction as a share of the impulse that would stop all sliding. `needed` is the length of that impulse, `normal` the normal
// impulse in the same unit.
fn friction_share(needed: f32, normal: f32, coefficients: vec2f) -> f32 {
  if (needed <= coefficients.x * normal) {
    return 1.0;
  }
  return min(1.0, coefficients.y * normal / needed);
}
