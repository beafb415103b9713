// Measures how much of the world's volume lies in other volume, by the centroids of up to MOST_SAMPLES elements. Twin of
// src/simulation/diagnostics/overlap.ts. Element: a sample.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/walk-elements.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/detect/closed.wgsl;
#include /shaders/path/body-of.wgsl;
#reads parameters, dispatch_arguments, topology, boxes, inside;
#atomics counters;

var<private> own_body: u32;
var<private> own_corners: vec4u; // vertices of the sample's element, by their indices over all bodies
var<private> centroid: vec3f; // [m]

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || !is_anything_deep()) {
    return;
  }
  let samples = dispatch_arguments.count;
  // i * tet_count / samples, without an overflow.
  let sample = i * (parameters.tet_count / samples) + i * (parameters.tet_count % samples) / samples;
  own_body = body_of(sample, BODY_TET_BASE);
  let tet = sample - body_word(own_body, BODY_TET_BASE);
  own_corners = body_tet_vertices(own_body, tet);
  let a = position(own_corners.x);
  let b = position(own_corners.y);
  let c = position(own_corners.z);
  let d = position(own_corners.w);
  centroid = 0.25 * (a + b + c + d);
  let volume = abs(determinant3(b - a, c - a, d - a)) / 6.0;
  let units = min(MOST_UNITS / samples, u32(round(min(volume * parameters.volume_units, 4e9))));
  atomicAdd(&counters[COUNTER_SAMPLED_VOLUME], units);
  begin_walk(body_tree());
  if (next_element() != NONE) {
    atomicAdd(&counters[COUNTER_OVERLAP_VOLUME], units);
  }
}

// Whether some watched point was found inside lately; where none is watched, it isn't known, so yes.
fn is_anything_deep() -> bool {
  if (parameters.parts_regions == 0u) {
    return true;
  }
  for (var body = 0u; body < topology[WORLD_BODY_COUNT]; body++) {
    let until = inside[topology[WORLD_DEEP_UNTIL] + body];
    if (until > 0u && until + WATCH_INTERVAL > parameters.step + WATCH_STEPS) {
      return true;
    }
  }
  return false;
}

fn meets(node: u32) -> bool {
  return box_contains(boxes[node], centroid);
}

fn bodies_searched() -> Tree {
  return body_tree();
}

fn tree_searched(body: u32) -> Tree {
  return tet_tree(body);
}

fn is_searched(body: u32) -> bool {
  return true;
}

// Whether an element contains the centroid and shares no vertex with its own element.
fn is_found(body: u32, tet: u32, leaf: u32) -> bool {
  let corners = body_tet_vertices(body, tet);
  for (var k = 0u; k < 4u; k++) {
    if (any(corners == vec4u(own_corners[k]))) {
      return false;
    }
  }
  let a = position(corners.x);
  let b = position(corners.y);
  let c = position(corners.z);
  let d = position(corners.w);
  if (!tet_contains(a, b, c, d, centroid, -INSIDE_MARGIN)) {
    return false;
  }
  return !is_boundary_feature(body_model(body), tet, corners_above(a, b, c, d, centroid, INSIDE_MARGIN));
}
