// The target of a traversal: any element that has both vertices a and b as corners. For an edge they differ, for a vertex they are
// equal. If a is NONE, the target is the element `tet`.

struct Target {
  tet: u32,
  a: u32,
  b: u32,
}

// Weight of the opposite corner up to which a face's closest point counts as on an edge: rounding may put a point of an edge beside it.
// If such a point counted as inside the face, its target would be the face's element only, though several elements hold the edge.
const ON_EDGE = 1e-6;

const INVALID = 0u;
const VALID = 1u;
const OVERFLOWED = 2u; // a limit was reached while elements still waited: no answer

// The target for a point of a face, by its weights: the corner or the edge that it lies on, else the face's element `tet`.
fn aim_at(tet: u32, vertices: vec3u, weights: vec3f) -> Target {
  let off = weights > vec3f(ON_EDGE);
  if (all(off)) {
    return Target(tet, NONE, NONE);
  }
  let a = select(select(vertices.z, vertices.y, off.y), vertices.x, off.x);
  return Target(tet, a, select(select(vertices.x, vertices.y, off.y), vertices.z, off.z));
}

// p's home feature: the vertices of the face, edge or vertex that p lies on, and their number; the remaining places repeat the first
// vertex. If p lies inside its element, all are a vertex that no element has. Twin of Home in src/simulation/path/scratch.ts.
var<private> home: vec3u;
var<private> home_count: u32;

// The faces of an element that contain the whole home feature: bit i is the face opposite corner i. 0 if the element does not hold the
// feature.
fn faces_at_home(vertices: vec4u) -> u32 {
  let held = vec4u((vertices == vec4u(home.x)) | (vertices == vec4u(home.y)) | (vertices == vec4u(home.z)));
  return select(0u, 15u & ~dot(held, vec4u(1u, 2u, 4u, 8u)), dot(held, vec4u(1u)) == home_count);
}

// Whether an element is the target, or holds it.
fn holds_target(goal: Target, tet: u32, vertices: vec4u) -> bool {
  if (goal.a == NONE) {
    return tet == goal.tet;
  }
  return any(vertices == vec4u(goal.a)) && any(vertices == vec4u(goal.b));
}
