// Axis-aligned bounding boxes, such as those of a BVH's nodes (tree.wgsl).

fn empty_box() -> Box {
  return Box(vec3f(LARGEST), vec3f(-LARGEST));
}

fn box_with(box: Box, point: vec3f) -> Box {
  return Box(min(box.lower, point), max(box.upper, point));
}

fn box_union(a: Box, b: Box) -> Box {
  return Box(min(a.lower, b.lower), max(a.upper, b.upper));
}

fn box_contains(box: Box, point: vec3f) -> bool {
  return all(box.lower <= point) && all(point <= box.upper);
}

fn boxes_meet(a: Box, b: Box) -> bool {
  return all(a.lower <= b.upper) && all(b.lower <= a.upper);
}

// Returns the squared distance from a point to a box; 0 if the point is inside.
fn box_distance_squared(box: Box, point: vec3f) -> f32 {
  let d = max(max(box.lower - point, point - box.upper), vec3f(0.0));
  return dot(d, d);
}
