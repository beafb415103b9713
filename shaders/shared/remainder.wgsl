// Remainders are the rounding errors of the float32 positions: position + remainder is the more exact position.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/put-position.wgsl;
#writes remainders;

fn remainder(v: u32) -> vec3f {
  return vec3f(remainders[3u * v], remainders[3u * v + 1u], remainders[3u * v + 2u]);
}

// Returns x, a sum rounded to float32, by way of an integer operation. Without it, compilers with fast math would simplify (a + b) - a
// to b. (The operation changes nothing: only a NaN has the bits 0xffffffff.)
fn rounded(x: vec3f) -> vec3f {
  return bitcast<vec3f>(min(bitcast<vec3u>(x), vec3u(0xfffffffeu)));
}

// Adds d to a vertex's position, and stores the rounding error of the sum as the vertex's remainder. Source: Fast2Sum (Dekker 1971),
// which is exact if the first term is the larger one.
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
