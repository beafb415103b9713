// Sums the angles of the elements around an edge (dihedral angles) or a vertex (half the solid angles), as a product of complex numbers,
// and tests whether the edge or vertex is a fold: whether the elements overlap there. Twin of beginTurning, turn and hasFolded in
// src/simulation/path/folds.ts.

var<private> product: vec2f; // complex number (x + iy) whose angle, plus `full_turns` times 2 pi, is the sum so far
var<private> full_turns: u32;
var<private> has_backward: bool; // whether some angle was not between 0 and pi, since its element is inverted or flat

fn begin_turning() {
  product = vec2f(1.0, 0.0);
  full_turns = 0u;
  has_backward = false;
}

// Tests whether the angle of a complex number is at least 0 and below pi.
fn is_upper(z: vec2f) -> bool {
  return z.y > 0.0 || (z.y == 0.0 && z.x > 0.0);
}

// Adds an element's angle: the angle of the complex number factor.x + i factor.y. It is between 0 and pi unless the element is inverted or
// flat.
fn turn(factor: vec2f) {
  if (!(factor.y > 0.0)) {
    has_backward = true;
    return;
  }
  let f = factor / max(abs(factor.x), abs(factor.y));
  let next = vec2f(product.x * f.x - product.y * f.y, product.x * f.y + product.y * f.x);
  if (!is_upper(product) && is_upper(next)) {
    full_turns++;
  }
  product = next / max(abs(next.x), abs(next.y));
}

// Tests whether an element was inverted or flat, or the sum exceeds 2 pi, or falls short of it by less than the angle whose tangent is
// FOLD_MARGIN.
fn has_folded() -> bool {
  return has_backward || full_turns > 0u || (product.y < 0.0 && product.x > 0.0 && -product.y < FOLD_MARGIN * product.x);
}
