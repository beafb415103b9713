// Where a traversal wants to arrive: any element that holds this vertex (a = b), this edge, or is this element (a = NONE).
struct Target {
  tet: u32,
  a: u32,
  b: u32,
}

// Weight of a corner up to which a closest point counts as on the opposite edge: rounding. A point of an edge that it put beside
// the edge would be looked for in one element only, though others hold the edge.
const ON_EDGE = 1e-6;

const INVALID = 0u;
const VALID = 1u;
const OVERFLOWED = 2u; // limits were reached with branches left: no answer

// The corner or the edge that a point of a face lies on, else the face's element.
fn aim_at(tet: u32, vertices: vec3u, weights: vec3f) -> Target {
  let off = weights > vec3f(ON_EDGE);
  if (all(off)) {
    return Target(tet, NONE, NONE);
  }
  let a = select(select(vertices.z, vertices.y, off.y), vertices.x, off.x);
  return Target(tet, a, select(select(vertices.x, vertices.y, off.y), vertices.z, off.z));
}

// The faces of an element that hold p, where p is a vertex of it, as bits: p is in all elements around it.
fn faces_at_own(vertices: vec4u) -> u32 {
  let own = vertices == vec4u(own_vertex);
  return select(0u, 15u & ~dot(vec4u(own), vec4u(1u, 2u, 4u, 8u)), any(own));
}

fn holds_target(goal: Target, tet: u32, vertices: vec4u) -> bool {
  if (goal.a == NONE) {
    return tet == goal.tet;
  }
  return any(vertices == vec4u(goal.a)) && any(vertices == vec4u(goal.b));
}
