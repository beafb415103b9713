// Speeds at which overlaps are undone. Twin of src/simulation/contacts/regions/parting.ts.
#include /shaders/shared/topology.wgsl;
#reads parameters, topology;

// Speed at which shallow overlaps of two bodies are undone [m/s].
fn shallow_speed(a: u32, b: u32) -> f32 {
  let cell = min(model_cell(body_model(a)), model_cell(body_model(b)));
  return select(SHALLOW_SPEED * cell, parameters.depenetration_speed, parameters.depenetration_speed > 0.0);
}

fn model_cell(model: u32) -> f32 {
  return bitcast<f32>(topology[model + MODEL_CELL]);
}
