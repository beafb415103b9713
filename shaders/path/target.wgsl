// The target of a traversal from the query point p to the boundary point s: the elements that contain s. If s lies on an edge, these are
// all elements with its ends a and b. If s lies at a vertex, they are all elements with the vertex a = b. If s lies inside a face, a is
// NONE, and `tet` is the face's element.

struct Target {
  tet: u32, // used only if a is NONE
  a: u32,
  b: u32,
}

// A face's closest point counts as on an edge if the weight of the opposite corner is at most this, since rounding may have put it beside
// the edge. (Otherwise its target would be the face's element alone, although several elements contain the edge.)
const ON_EDGE = 1e-6;

// Results of a traversal.
const INVALID = 0u; // the segment from p to s is not a valid path
const VALID = 1u;
const OVERFLOWED = 2u; // a limit was reached, so there is no answer

// Returns the target for the point of a face with these barycentric weights: the vertex or the edge on which the point lies, or the face's
// element `tet`.
fn aim_at(tet: u32, vertices: vec3u, weights: vec3f) -> Target {
  let has_weight = weights > vec3f(ON_EDGE);
  if (all(has_weight)) {
    return Target(tet, NONE, NONE);
  }
  let a = select(select(vertices.z, vertices.y, has_weight.y), vertices.x, has_weight.x);
  return Target(tet, a, select(select(vertices.x, vertices.y, has_weight.y), vertices.z, has_weight.z));
}

// The home feature: the vertices of the face, edge or vertex of its element on which p lies, and their number. The first vertex is repeated
// to fill three. If p lies inside its element, this is the query's own vertex or, if there is none, a number that no vertex has. Twin of
// Home in src/simulation/path/scratch.ts.
var<private> home: vec3u;
var<private> home_count: u32;

// Returns a bit mask of an element's faces that contain the whole home feature: bit i is set for the face opposite corner i. The mask is 0
// if the element doesn't have the feature.
fn faces_with_home(vertices: vec4u) -> u32 {
  let is_home = vec4u((vertices == vec4u(home.x)) | (vertices == vec4u(home.y)) | (vertices == vec4u(home.z)));
  return select(0u, 15u & ~dot(is_home, vec4u(1u, 2u, 4u, 8u)), dot(is_home, vec4u(1u)) == home_count);
}

// Tests whether an element is the target, or has the target's vertex or edge.
fn holds_target(goal: Target, tet: u32, vertices: vec4u) -> bool {
  if (goal.a == NONE) {
    return tet == goal.tet;
  }
  return any(vertices == vec4u(goal.a)) && any(vertices == vec4u(goal.b));
}
