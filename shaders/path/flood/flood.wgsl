// Finds the shortest path by a flood: a search through the mesh around the query point p, from cell to cell. Twin of
// src/simulation/path/flood/flood.ts, with two differences: cells are visited in the order in which they are reached, and single faces
// have no bounding balls.
#include /shaders/shared/topology.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/candidate.wgsl;
#include /shaders/path/path-body.wgsl;
#reads path_balls, topology;

// The following functions read the cells (src/simulation/path/flood/cells.ts). A cell is a connected group of tetrahedra, a patch is a
// group of a cell's boundary faces, and a side is a cell's border with one other cell. `path_balls` contains the bounding balls of all
// patches and of all sides, over all bodies: centre and radius [m].

// The cell of a tetrahedron.
fn cell_of(model: u32, tet: u32) -> u32 {
  return topology[topology[model + MODEL_CELL_OF] + tet];
}

// Patches of a cell: ids .x to .y - 1. The other ranges (patch_faces, cell_sides) have the same form.
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

// The neighbouring cell beyond a side.
fn neighbour_cell(model: u32, side: u32) -> u32 {
  return topology[topology[model + MODEL_NEIGHBOUR_CELLS] + side];
}

// These two functions replace those of culling.wgsl. The flood tests so few candidates that culling would cost more than it saves.
fn begin_culling(query: Query) {
}

fn is_culled(face: u32, feature: u32, offset: vec3f) -> bool {
  return false;
}

// Maximum number of cells that one flood can reach. Tests set a smaller limit in order to reach it.
override CELL_LIMIT: u32 = FLOOD_CELLS;

// The cells reached so far. From index `cells_begun` on they wait to be visited.
var<private> cells: array<u32, FLOOD_CELLS>;
var<private> cells_reached: u32;
var<private> cells_begun: u32;

// Returns false if a traversal or the list of cells reached its limit. Otherwise the path was found, or there is none (best_face is NONE).
fn find_path(query: Query) -> bool {
  if (begin_query(query)) {
    return true;
  }
  let patch_balls = body_word(query.body, BODY_PATCH_BALLS);
  let side_balls = body_word(query.body, BODY_SIDE_BALLS);
  cells[0] = cell_of(path_model, query.tet);
  cells_reached = 1u;
  cells_begun = 0u;
  var patches = vec2u(0u); // remaining patches of the current cell
  var faces = vec2u(0u); // remaining faces of the current patch
  var face = slide_to_near_face(query.tet);
  // try_face is called in one place only, since shader compilers inline its code at every call.
  while (try_face(face, query)) {
    while (faces.x == faces.y) {
      if (patches.x < patches.y) {
        if (is_near(path_balls[patch_balls + patches.x])) {
          faces = patch_faces(path_model, patches.x);
        }
        patches.x++;
        continue;
      }
      if (cells_begun > 0u && !reach_neighbours(cells[cells_begun - 1u], side_balls)) {
        return false;
      }
      if (cells_begun == cells_reached) {
        return true;
      }
      patches = cell_patches(path_model, cells[cells_begun]);
      cells_begun++;
    }
    face = patch_face(path_model, faces.x);
    faces.x++;
  }
  return false;
}

// Appends those neighbours of a cell to the list whose common border with the cell is nearer to p than the best path's length. Returns
// false if the list is full.
fn reach_neighbours(cell: u32, side_balls: u32) -> bool {
  let sides = cell_sides(path_model, cell);
  for (var side = sides.x; side < sides.y; side++) {
    if (!is_near(path_balls[side_balls + side])) {
      continue;
    }
    let next = neighbour_cell(path_model, side);
    if (is_reached(next)) {
      continue;
    }
    if (cells_reached == CELL_LIMIT) {
      return false;
    }
    cells[cells_reached] = next;
    cells_reached++;
  }
  return true;
}

fn is_reached(cell: u32) -> bool {
  for (var i = 0u; i < cells_reached; i++) {
    if (cells[i] == cell) {
      return true;
    }
  }
  return false;
}

// Tests whether a bounding ball is nearer to p than the best path so far is long.
fn is_near(ball: vec4f) -> bool {
  bounds_tested++;
  let gap = (1.0 - BALL_SLACK) * distance(ball.xyz, path_point) - ball.w;
  return gap <= 0.0 || gap * gap <= best_squared;
}
