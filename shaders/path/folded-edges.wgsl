// Marks the boundary edges that are folds: their interior dihedral angle exceeds 2 pi, or an element around them is inverted or flat. At
// folds, the proof that culling (culling.wgsl) rests on doesn't hold. Twin of phase 0 of src/simulation/path/folds.ts. Also empties the
// lists that inverted.wgsl and branched-edges.wgsl write afterwards. One thread per boundary edge, over all bodies.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/path/turning.wgsl;
#include /shaders/path/corners.wgsl;
#include /shaders/path/body-of.wgsl;
#reads dispatch_arguments, topology;
#writes path_data;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  // Thread i empties the lists of body i. Every body has boundary edges, so there are enough threads.
  if (i < topology[WORLD_BODY_COUNT]) {
    path_data[body_word(i, BODY_INVERTED)] = 0u;
    path_data[body_word(i, BODY_BRANCHED)] = 0u;
  }
  let body = body_of(i, BODY_EDGE_BASE);
  let edge = i - body_word(body, BODY_EDGE_BASE);
  path_data[body_word(body, BODY_FOLDED_EDGES) + edge] = u32(is_folded(body_model(body), body_word(body, BODY_VERTEX_BASE), edge));
}

// Tests whether an edge is a fold. Sums the dihedral angles of the elements around it, from one of its boundary faces to the other.
fn is_folded(model: u32, base: u32, edge: u32) -> bool {
  if (!has_volume(model)) {
    return false;
  }
  let ends = edge_vertices(model, edge);
  let face = edge_faces(model, edge).x;
  var tet = face_tet(model, face);
  var previous = third_of(face_vertices(model, face), ends);
  let a = position(base + ends.x);
  let along = normalize(position(base + ends.y) - a);
  begin_turning();
  loop {
    let vertices = tet_vertices(model, tet);
    let next = fourth_of(vertices, vec3u(ends, previous));
    turn_dihedral(along, position(base + previous) - a, position(base + next) - a);
    let beyond = tet_neighbour(model, tet, corner_of(vertices, previous));
    if ((beyond & BOUNDARY) != 0u) {
      break;
    }
    tet = beyond;
    previous = next;
  }
  return has_folded();
}

// Adds the angle from u to v around an edge, whose direction has length 1. The angle is positive if it turns clockwise, as seen by a
// viewer at whom the edge points.
fn turn_dihedral(edge: vec3f, u: vec3f, v: vec3f) {
  turn(vec2f(dot(u, v) - dot(u, edge) * dot(v, edge), -dot(cross(u, v), edge)));
}

// Returns the corner of a face that is not an end of the edge.
fn third_of(face: vec3u, ends: vec2u) -> u32 {
  let first = !any(ends == vec2u(face.x));
  let second = !any(ends == vec2u(face.y));
  return select(select(face.z, face.y, second), face.x, first);
}
