// Remainders: the parts of positions that float32 has rounded off.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/put-position.wgsl;
#writes remainders;

fn remainder(v: u32) -> vec3f {
  return vec3f(remainders[3u * v], remainders[3u * v + 1u], remainders[3u * v + 2u]);
}

// A sum as float32 holds it: compilers with fast mathematics take (a + b) - a for b, unless integers stand between. (The
// largest of them is no number's.)
fn rounded(x: vec3f) -> vec3f {
  return bitcast<vec3f>(min(bitcast<vec3u>(x), vec3u(0xfffffffeu)));
}

// x + d, with what is rounded off: the error of a sum whose first part is the larger.
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
