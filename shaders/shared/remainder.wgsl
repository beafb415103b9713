// Remainders are the rounding errors of the float32 positions: position + remainder is the more exact position.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/put-position.wgsl;
#writes remainders;

fn remainder(v: u32) -> vec3f {
  return vec3f(remainders[3u * v], remainders[3u * v + 1u], remainders[3u * v + 2u]);
}

// Returns x unchanged. The integer operation on its bits keeps compilers with fast math from simplifying (a + b) - a to b if a + b was
// passed through this function. (It changes nothing, since only a NaN has the bits 0xffffffff.)
fn rounded(x: vec3f) -> vec3f {
  return bitcast<vec3f>(min(bitcast<vec3u>(x), vec3u(0xfffffffeu)));
}

// Adds d to a vertex's position, and stores the sum's rounding error as the vertex's remainder. Source: Fast2Sum (Dekker 1971), which is
// exact if the first term of the sum is the larger one.
fn move_position(v: u32, d: vec3f) {
  let x = position(v);
  let small = remainder(v) + d;
  let sum = rounded(x + small);
  put_position(v, sum);
  let error = small - (sum - x);
  remainders[3u * v] = error.x;
  remainders[3u * v + 1u] = error.y;
  remainders[3u * v + 2u] = error.z;
}
