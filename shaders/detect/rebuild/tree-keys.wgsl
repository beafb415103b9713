// Begins to rebuild all trees over elements: writes a key per word of `orders` (sort-keys.wgsl), with the element's id. The elements are in
// the order of their ids, so that those of equal keys stay in that order. Needs the boxes of the trees' roots at the same positions.
// Element: a word of `orders`.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/detect/rebuild/sorted-trees.wgsl;
#include /shaders/detect/rebuild/sort-keys.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/position.wgsl;
#reads dispatch_arguments, topology, orders, boxes;
#writes sort_pairs;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let place = element(id, groups);
  if (place >= dispatch_arguments.count) {
    return;
  }
  let index = tree_at_place(place);
  let bodies = topology[WORLD_BODY_COUNT];
  let key = index << (3u * axis_bits());
  if (index == 2u * bodies) {
    sort_pairs[place] = vec2u(key, orders[place]); // the tree over bodies keeps its order
    return;
  }
  let own = place - sorted_tree(index).order;
  sort_pairs[place] = vec2u(key | place_on_curve(index, own), own);
}

// Place of the centre of an element's box on the curve, through cubes that divide the longest side of the box of the tree's root. Boundary
// edges lie in the box of the boundary faces.
fn place_on_curve(index: u32, own: u32) -> u32 {
  let bodies = topology[WORLD_BODY_COUNT];
  let body = select(index % bodies, index - 2u * bodies - 1u, index > 2u * bodies);
  var root = tet_tree(body).nodes;
  if (index >= bodies) {
    root = face_tree(body).nodes;
  }
  let size = boxes[root].upper - boxes[root].lower;
  let longest = max(size.x, max(size.y, size.z));
  if (!(longest > 0.0)) {
    return 0u;
  }
  let box = element_box(index, body, own);
  let cells = f32(1u << CURVE_AXIS_BITS);
  let place = (0.5 * (box.lower + box.upper) - boxes[root].lower) * (cells / longest);
  let cell = min(vec3u(max(place, vec3f())), vec3u((1u << CURVE_AXIS_BITS) - 1u));
  return hilbert_code(cell) >> (3u * (CURVE_AXIS_BITS - axis_bits()));
}

fn element_box(index: u32, body: u32, own: u32) -> Box {
  let bodies = topology[WORLD_BODY_COUNT];
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  if (index < bodies) {
    let v = tet_vertices(model, own) + base;
    let lower = min(min(position(v.x), position(v.y)), min(position(v.z), position(v.w)));
    let upper = max(max(position(v.x), position(v.y)), max(position(v.z), position(v.w)));
    return Box(lower, upper);
  }
  if (index < 2u * bodies) {
    let v = face_vertices(model, own) + base;
    return box_with(box_with(box_with(empty_box(), position(v.x)), position(v.y)), position(v.z));
  }
  let v = edge_vertices(model, own) + base;
  return box_with(box_with(empty_box(), position(v.x)), position(v.y));
}

// Index of a cell on a Hilbert curve through all cells: the next cell on the curve shares a side with it. Source: Skilling 2004, "Programming
// the Hilbert curve" (AxestoTranspose).
fn hilbert_code(cell: vec3u) -> u32 {
  var x = cell;
  for (var bit = 1u << (CURVE_AXIS_BITS - 1u); bit > 1u; bit >>= 1u) {
    let below = bit - 1u;
    for (var axis = 0u; axis < 3u; axis++) {
      if ((x[axis] & bit) != 0u) {
        x.x ^= below;
      } else {
        let exchanged = (x.x ^ x[axis]) & below;
        x.x ^= exchanged;
        x[axis] ^= exchanged;
      }
    }
  }
  x.y ^= x.x;
  x.z ^= x.y;
  var turned = 0u;
  for (var bit = 1u << (CURVE_AXIS_BITS - 1u); bit > 1u; bit >>= 1u) {
    if ((x.z & bit) != 0u) {
      turned ^= bit - 1u;
    }
  }
  x ^= vec3u(turned);
  return (spread(x.x) << 2u) | (spread(x.y) << 1u) | spread(x.z);
}

// Puts two zeros above each of the 10 lowest bits.
fn spread(bits: u32) -> u32 {
  var x = bits;
  x = (x | (x << 16u)) & 0x030000ffu;
  x = (x | (x << 8u)) & 0x0300f00fu;
  x = (x | (x << 4u)) & 0x030c30c3u;
  return (x | (x << 2u)) & 0x09249249u;
}
