// Where a traversal wants to arrive: any element that holds this vertex (a = b), this edge, or is this element (a = NONE).
struct Target {
  tet: u32,
  a: u32,
  b: u32,
}

const INVALID = 0u;
const VALID = 1u;
const OVERFLOWED = 2u; // limits were reached with branches left: no answer

fn holds_target(goal: Target, tet: u32, vertices: vec4u) -> bool {
  if (goal.a == NONE) {
    return tet == goal.tet;
  }
  return any(vertices == vec4u(goal.a)) && any(vertices == vec4u(goal.b));
}
