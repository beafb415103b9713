// Sums the angles of the elements around an edge (dihedral angles) or a vertex (half the solid angles), as a product of complex numbers,
// and tests whether they are a fold. Twin of beginTurning, turn and hasFolded in src/simulation/path/folds.ts.

var<private> turned: vec2f; // complex number whose angle, plus `turns` times 2 pi, is the sum so far
var<private> turns: u32;
var<private> backward: bool; // whether some angle was not between 0 and pi, as in an inverted or flat element

fn begin_turning() {
  turned = vec2f(1.0, 0.0);
  turns = 0u;
  backward = false;
}

// Tests whether the angle of a complex number is at least 0 and below pi.
fn is_upper(z: vec2f) -> bool {
  return z.y > 0.0 || (z.y == 0.0 && z.x > 0.0);
}

// Adds an element's angle, given as the complex number factor.x + i factor.y. It is between 0 and pi unless the element is inverted or
// flat.
fn turn(factor: vec2f) {
  if (!(factor.y > 0.0)) {
    backward = true;
    return;
  }
  let f = factor / max(abs(factor.x), abs(factor.y));
  let next = vec2f(turned.x * f.x - turned.y * f.y, turned.x * f.y + turned.y * f.x);
  if (!is_upper(turned) && is_upper(next)) {
    turns++;
  }
  turned = next / max(abs(next.x), abs(next.y));
}

// Tests whether the sum exceeds 2 pi or falls short of it by less than FOLD_MARGIN, or an element was inverted or flat.
fn has_folded() -> bool {
  return backward || turns > 0u || (turned.y < 0.0 && turned.x > 0.0 && -turned.y < FOLD_MARGIN * turned.x);
}
