// Materials of bodies that have their own. The table stands behind the vertices' own numbers in inverse_masses
// (src/gpu/memory/material-table.ts): kernels have no buffer to spare.
#reads parameters, inverse_masses;

// Number `field` (MATERIAL_*) of the material in that place; 0 is the scene's, which `parameters` has, too.
fn material_number(place: u32, field: u32) -> f32 {
  return inverse_masses[parameters.vertex_count + MATERIAL_STRIDE * place + field];
}
