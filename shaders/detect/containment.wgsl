// Which tetrahedra does each surface vertex lie in? (DCD; CONTAINMENT_* says what is asked for.) Twin of
// src/simulation/detect/containment.ts. Element: a surface vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/tree.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/tetrahedron.wgsl;

@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(1) @binding(0) var<storage, read> topology: array<u32>;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(7) var<storage, read> boxes: array<Box>;
@group(2) @binding(8) var<storage, read> orders: array<u32>;
@group(2) @binding(9) var<storage, read_write> inside: array<u32>;
@group(2) @binding(10) var<storage, read_write> pair_counts: array<u32>;
@group(2) @binding(12) var<storage, read_write> pairs: array<vec2u>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, 32>;

// Tetrahedra found for this thread's vertex; those past PAIRS_PER_VERTEX aren't kept.
var<private> found: u32;

fn position(vertex: u32) -> vec3f {
  return vec3f(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let classifies = dispatch_arguments.argument == CONTAINMENT_CLASSIFY;
  found = 0u;
  if (dispatch_arguments.argument != CONTAINMENT_INSIDE || inside[i] != 0u) {
    search_bodies(i, classifies);
  }
  if (classifies) {
    inside[i] = min(found, 1u);
    return;
  }
  let kept = min(found, PAIRS_PER_VERTEX);
  pair_counts[i] = kept;
  if (found > 0u) {
    atomicAdd(&counters[COUNTER_PAIRS], found);
    atomicAdd(&counters[COUNTER_PAIRS_DROPPED], found - kept);
  }
}

fn search_bodies(i: u32, first_only: bool) {
  let vertex = world_surface_vertex(i);
  let point = position(vertex);
  let tree = body_tree();
  var place = 1u;
  loop {
    if (box_contains(boxes[tree.nodes + node_of(place)], point)) {
      if (node_of(place) < first_leaf(tree)) {
        place *= 2u;
        continue;
      }
      let leaf = node_of(place) - first_leaf(tree);
      for (var k = leaf_start(tree, leaf); k < leaf_start(tree, leaf + 1u); k++) {
        search_tets(i, vertex, point, orders[k], first_only);
      }
    }
    place = next_place(place);
    if (place == 1u || (first_only && found > 0u)) {
      return;
    }
  }
}

fn search_tets(i: u32, vertex: u32, point: vec3f, body: u32, first_only: bool) {
  let tree = tet_tree(body);
  var place = 1u;
  loop {
    if (box_contains(boxes[tree.nodes + node_of(place)], point)) {
      if (node_of(place) < first_leaf(tree)) {
        place *= 2u;
        continue;
      }
      test_leaf(i, vertex, point, body, tree, node_of(place) - first_leaf(tree));
    }
    place = next_place(place);
    if (place == 1u || (first_only && found > 0u)) {
      return;
    }
  }
}

fn test_leaf(i: u32, vertex: u32, point: vec3f, body: u32, tree: Tree, leaf: u32) {
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  for (var k = leaf_start(tree, leaf); k < leaf_start(tree, leaf + 1u); k++) {
    let tet = orders[k];
    let corners = tet_vertices(model, tet) + base;
    if (any(corners == vec4u(vertex))) {
      continue; // incident
    }
    if (!tet_contains(position(corners.x), position(corners.y), position(corners.z), position(corners.w), point, INSIDE_MARGIN)) {
      continue;
    }
    if (found < PAIRS_PER_VERTEX) {
      pairs[PAIRS_PER_VERTEX * i + found] = vec2u(body, tet);
    }
    found++;
  }
}
