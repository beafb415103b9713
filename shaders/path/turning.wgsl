// Sums of angles as products of complex numbers. Twin of src/simulation/path/folds.ts, which gives the reasons.

var<private> turned: vec2f; // the angle summed so far, as a complex number of norm about 1
var<private> turns: u32; // the whole turns that it has made
var<private> backward: bool; // whether some angle was not in (0, pi): an inverted or flat element

fn begin_turning() {
  turned = vec2f(1.0, 0.0);
  turns = 0u;
  backward = false;
}

fn is_upper(z: vec2f) -> bool {
  return z.y > 0.0 || (z.y == 0.0 && z.x > 0.0);
}

// Adds the angle of factor.x + i factor.y, which lies in (0, pi) for a positive element.
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
  return backward || turns > 0u || (turned.y < 0.0 && turned.x > 0.0 && -turned.y < FOLD_MARGIN * turned.x);
}
