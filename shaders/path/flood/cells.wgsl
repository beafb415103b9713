// Accessors for the cells that the flood visits (src/simulation/path/flood/cells.ts). `path_balls` holds one ball per patch of boundary
// faces and one per side of a cell, over all bodies: centre and radius [m].
#include /shaders/shared/topology.wgsl;
#reads topology;

fn cell_of(model: u32, tet: u32) -> u32 {
  return topology[topology[model + MODEL_CELL_OF] + tet];
}

// Patches of a cell, from .x up to .y; the ranges below likewise.
fn cell_patches(model: u32, cell: u32) -> vec2u {
  return words2(topology[model + MODEL_PATCH_OFFSETS] + cell);
}

fn patch_faces(model: u32, patch_id: u32) -> vec2u {
  return words2(topology[model + MODEL_PATCH_FACE_OFFSETS] + patch_id);
}

fn patch_face(model: u32, k: u32) -> u32 {
  return topology[topology[model + MODEL_PATCH_FACES] + k];
}

fn cell_sides(model: u32, cell: u32) -> vec2u {
  return words2(topology[model + MODEL_SIDE_OFFSETS] + cell);
}

// The cell beyond a side.
fn beyond(model: u32, side: u32) -> u32 {
  return topology[topology[model + MODEL_BEYOND] + side];
}
