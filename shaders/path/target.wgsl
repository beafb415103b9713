// The target of a traversal: it has arrived in any element that has both vertices a and b as corners. An edge has two different ones, a
// vertex is given twice. Where a is NONE, it has arrived in the element `tet` alone.

struct Target {
  tet: u32,
  a: u32,
  b: u32,
}

// A closest point of a face counts as on an edge where the weight of the opposite corner is at most this. Rounding may put a point of an
// edge a little beside it. Taken for a point of the face, it would be looked for in the face's element only, though several elements
// hold the edge.
const ON_EDGE = 1e-6;

const INVALID = 0u;
const VALID = 1u;
const OVERFLOWED = 2u; // a limit was reached before all branches were followed: there is no answer

// The target for a point of a face, by its weights: the corner or the edge that it lies on, else the face's element `tet`.
fn aim_at(tet: u32, vertices: vec3u, weights: vec3f) -> Target {
  let off = weights > vec3f(ON_EDGE);
  if (all(off)) {
    return Target(tet, NONE, NONE);
  }
  let a = select(select(vertices.z, vertices.y, off.y), vertices.x, off.x);
  return Target(tet, a, select(select(vertices.x, vertices.y, off.y), vertices.z, off.z));
}

// The vertices of the face, edge or vertex that p lies on, and how many they are; places left repeat the first one. Where p lies on none
// of them, all are a vertex that no element has. Twin of src/simulation/path/scratch.ts.
var<private> home: vec3u;
var<private> home_count: u32;

// The faces of an element that hold all vertices of `home`: bit i is the face opposite corner i. None where the element doesn't hold
// them all.
fn faces_at_home(vertices: vec4u) -> u32 {
  let held = vec4u((vertices == vec4u(home.x)) | (vertices == vec4u(home.y)) | (vertices == vec4u(home.z)));
  return select(0u, 15u & ~dot(held, vec4u(1u, 2u, 4u, 8u)), dot(held, vec4u(1u)) == home_count);
}

// Whether a traversal that is in an element has arrived.
fn holds_target(goal: Target, tet: u32, vertices: vec4u) -> bool {
  if (goal.a == NONE) {
    return tet == goal.tet;
  }
  return any(vertices == vec4u(goal.a)) && any(vertices == vec4u(goal.b));
}
