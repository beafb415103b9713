// Materials of bodies. Their table is stored behind the inverse masses, in the buffer inverse_masses (src/gpu/memory/material-table.ts),
// because kernels have no binding left for another storage buffer.
#reads parameters, inverse_masses;

// Value of `field` (MATERIAL_*) of the material with index `material`. Material 0 is the scene's; `parameters` has its values too.
fn material_number(material: u32, field: u32) -> f32 {
  return inverse_masses[parameters.vertex_count + MATERIAL_STRIDE * material + field];
}
