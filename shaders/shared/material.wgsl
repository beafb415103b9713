// Materials of bodies. Their table is stored behind the inverse masses in the buffer inverse_masses (src/gpu/memory/material-table.ts),
// since the number of storage buffers per kernel is limited.
#reads parameters, inverse_masses;

// Returns number `field` (MATERIAL_*) of a material. Material 0 is the scene's material, which is also in `parameters`.
fn material_number(material: u32, field: u32) -> f32 {
  return inverse_masses[parameters.vertex_count + MATERIAL_STRIDE * material + field];
}
