// Reads a carried distance field inside an element. Twin of src/simulation/path/distance-field/field-at.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/tetrahedron.wgsl;
#reads field_distances;

// A vertex that no front has reached has an infinite distance. WGSL has no literal for it.
const LARGEST_DISTANCE = 1e30;

struct FieldValue {
  weights: vec4f, // barycentric weights of the element's vertices at the point
  gradient: vec3f, // of the distance by the point's position; it points inwards
  distance: f32, // [m]
  exists: bool, // false if there is nothing to read
}

// Depth that a distance stands for [m].
fn depth_of(distance: f32, slope: f32) -> f32 {
  return distance * slope / max(slope * slope, LEAST_SLOPE * LEAST_SLOPE);
}

fn field_at(body: u32, tet: u32, point: vec3f) -> FieldValue {
  let corners = body_tet_vertices(body, tet);
  let last = position(corners.w);
  let u = position(corners.x) - last;
  let v = position(corners.y) - last;
  let w = position(corners.z) - last;
  let m = point - last;
  // Minus six times the volume, since the edges run from the last corner.
  let volume = determinant3(u, v, w);
  if (!(volume < 0.0)) {
    return FieldValue(vec4f(), vec3f(), 0.0, false);
  }
  // Gradients of the first three weights.
  let gu = cross(v, w) / volume;
  let gv = cross(w, u) / volume;
  let gw = cross(u, v) / volume;
  let weights = vec3f(dot(gu, m), dot(gv, m), dot(gw, m));
  let at_last = field_distances[corners.w];
  let rise = vec3f(field_distances[corners.x], field_distances[corners.y], field_distances[corners.z]) - at_last;
  let gradient = rise.x * gu + rise.y * gv + rise.z * gw;
  let distance = at_last + dot(weights, rise);
  let exists = distance > 0.0 && distance < LARGEST_DISTANCE && any(gradient != vec3f());
  return FieldValue(vec4f(weights, 1.0 - weights.x - weights.y - weights.z), gradient, distance, exists);
}
