// Remainders: the rounding errors of the float32 positions.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/put-position.wgsl;
#writes remainders;

fn remainder(v: u32) -> vec3f {
  return vec3f(remainders[3u * v], remainders[3u * v + 1u], remainders[3u * v + 2u]);
}

// A sum rounded to float32. Compilers with fast math would simplify (a + b) - a to b, unless an integer operation comes between.
// (0xffffffff is never a number's bits.)
fn rounded(x: vec3f) -> vec3f {
  return bitcast<vec3f>(min(bitcast<vec3u>(x), vec3u(0xfffffffeu)));
}

// Adds d to a vertex' position and stores what float32 rounds off as its remainder: the error of a sum whose first term is larger (Fast2Sum).
fn move_position(v: u32, d: vec3f) {
  let x = position(v);
  let small = remainder(v) + d;
  let sum = rounded(x + small);
  put_position(v, sum);
  let rest = small - (sum - x);
  remainders[3u * v] = rest.x;
  remainders[3u * v + 1u] = rest.y;
  remainders[3u * v + 2u] = rest.z;
}
