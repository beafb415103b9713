// Angles summed as products of complex numbers. Twin of src/simulation/path/folds.ts, which says why.

var<private> turned: vec2f; // the complex number turned so far, about as long as 1
var<private> turns: u32; // the whole turns that it made
var<private> backward: bool; // a factor turned backward, or not at all: an inverted or flat element

fn begin_turning() {
  turned = vec2f(1.0, 0.0);
  turns = 0u;
  backward = false;
}

fn is_upper(z: vec2f) -> bool {
  return z.y > 0.0 || (z.y == 0.0 && z.x > 0.0);
}

// Turns by the angle of factor.x + i factor.y, which lies in (0, pi) for a positive element.
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

fn has_folded() -> bool {
  return backward || turns > 0u || (turned.y < 0.0 && turned.x > 0.0 && -turned.y < ALMOST * turned.x);
}
