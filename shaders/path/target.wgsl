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

// The face, edge or vertex that the query begins on, and how many vertices it has; the first repeated in the places left. Twin of
// src/simulation/path/home.ts; where there is none, a vertex that no element has.
var<private> home: vec3u;
var<private> home_count: u32;

// The faces of an element that hold all of p's home, where the element does, as bits.
fn faces_at_home(vertices: vec4u) -> u32 {
  let held = vec4u((vertices == vec4u(home.x)) | (vertices == vec4u(home.y)) | (vertices == vec4u(home.z)));
  return select(0u, 15u & ~dot(held, vec4u(1u, 2u, 4u, 8u)), dot(held, vec4u(1u)) == home_count);
}

fn holds_target(goal: Target, tet: u32, vertices: vec4u) -> bool {
  if (goal.a == NONE) {
    return tet == goal.tet;
  }
  return any(vertices == vec4u(goal.a)) && any(vertices == vec4u(goal.b));
}
