// Materials of bodies. The table follows the inverse masses in the buffer inverse_masses (src/gpu/memory/material-table.ts), since
// kernels have no storage buffer to spare.
#reads parameters, inverse_masses;

// Number `field` (MATERIAL_*) of the material at index `place`; 0 is the scene's, which `parameters` also has.
fn material_number(place: u32, field: u32) -> f32 {
  return inverse_masses[parameters.vertex_count + MATERIAL_STRIDE * place + field];
}
