// Volumes of elastic tetrahedra in float32, with a bound of their errors.
#include /shaders/path/body-of.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/tetrahedron.wgsl;
#reads topology;

// Relative error of a product of three differences, summed over six terms: 1 roundoff for each difference, 6 for products and sums, and slack.
const VOLUME_ROUNDOFFS = 12.0 * 0x1p-24;

struct Volume {
  six: f32, // six times the signed volume [m^3]
  error: f32, // bound of its error
}

fn volume_of(a: vec3f, b: vec3f, c: vec3f, d: vec3f) -> Volume {
  let u = b - a;
  let v = c - a;
  let w = d - a;
  let size = abs(u) * (abs(v.yzx) * abs(w.zxy) + abs(v.zxy) * abs(w.yzx));
  return Volume(determinant3(u, v, w), VOLUME_ROUNDOFFS * (size.x + size.y + size.z));
}

// An element of the world, by its number: its corners, and six times its volume at rest. The latter is 0 if there is no such element: a body may have fewer
// elastic tetrahedra than tetrahedra.
struct Element {
  corners: vec4u,
  rest: f32,
}

fn world_element(i: u32) -> Element {
  let body = body_of(i, BODY_TET_BASE);
  let model = body_model(body);
  let k = i - body_word(body, BODY_TET_BASE);
  if (k >= topology[model + MODEL_ELASTIC_COUNT]) {
    return Element(vec4u(), 0.0);
  }
  return Element(elastic_vertices(model, k) + body_word(body, BODY_VERTEX_BASE), 6.0 * elastic_volume(model, k));
}
