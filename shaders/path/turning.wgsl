// Sums angles as products of complex numbers. Twin of beginTurning, turn and hasFolded in src/simulation/path/folds.ts.

var<private> turned: vec2f; // complex number whose angle, plus `turns` times 2 pi, is the sum so far
var<private> turns: u32;
var<private> backward: bool; // whether some angle was not between 0 and pi, as in an inverted or flat element

fn begin_turning() {
  turned = vec2f(1.0, 0.0);
  turns = 0u;
  backward = false;
}

// Tests whether a complex number lies in the upper half plane.
fn is_upper(z: vec2f) -> bool {
  return z.y > 0.0 || (z.y == 0.0 && z.x > 0.0);
}

// Adds the angle of the complex number factor.x + i factor.y to the sum. For a positive element it is between 0 and pi.
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

// Tests whether the sum exceeds 2 pi, up to FOLD_MARGIN, or an element was not positive.
fn has_folded() -> bool {
  return backward || turns > 0u || (turned.y < 0.0 && turned.x > 0.0 && -turned.y < FOLD_MARGIN * turned.x);
}
