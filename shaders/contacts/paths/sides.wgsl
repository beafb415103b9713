// Both sides of a contact and the offset of its constraint. Twin of src/simulation/contacts/paths/contact-sides.ts.
#include /shaders/shared/position-t0.wgsl;
#include /shaders/detect/points.wgsl;
#reads parameters;
#writes contacts;

// Writes the vertices of a contact and their weights: those of the point, then the first `others` of the other side, negated. Returns whether
// the point's own weight suffices.
fn write_sides(contact: u32, source: Source, other_vertices: vec4u, weights: vec4f, others: u32) -> bool {
  var other_weights = -weights;
  // Sum of the positive weights of the point's vertices.
  var own_weight = 0.0;
  for (var k = 0u; k < source.count; k++) {
    // If the point's vertex is also one of the other side, both weights are added, and the other one gets 0.
    let is_same = other_vertices == vec4u(source.vertices[k]);
    let weight = source.weights[k] - dot(weights, vec4f(is_same));
    other_weights = select(other_weights, vec4f(), is_same);
    contacts[contact].vertices[k] = source.vertices[k];
    contacts[contact].weights[k] = weight;
    own_weight += max(0.0, weight);
  }
  for (var k = 0u; k < others; k++) {
    contacts[contact].vertices[source.count + k] = other_vertices[k];
    contacts[contact].weights[source.count + k] = other_weights[k];
  }
  contacts[contact].count = source.count + others;
  return own_weight >= select(LEAST_SHARED_WEIGHT, LEAST_OWN_WEIGHT, source.count == 1u);
}

// Returns the minimum that the contact's constraint enforces at the end of the step [m]. `depth` is 0 where the other side is a boundary face;
// `speed` is the greatest at which a depth that was there at x0 is undone [m/s], or 0 for no limit.
fn offset_of(contact: u32, depth: f32, speed: f32) -> f32 {
  if (speed == 0.0) {
    return depth + parameters.contact_offset;
  }
  return min(depth + parameters.contact_offset, distance_at_start(contact) + speed * parameters.dt);
}

// Signed distance of a contact's two sides at x0 [m].
fn distance_at_start(contact: u32) -> f32 {
  // Positions are taken relative to the first vertex, since float32 would lose the distance far from the origin.
  let reference = position_t0(contacts[contact].vertices[0]);
  var gap = vec3f();
  for (var k = 0u; k < contacts[contact].count; k++) {
    gap += contacts[contact].weights[k] * (position_t0(contacts[contact].vertices[k]) - reference);
  }
  return dot(gap, contacts[contact].normal);
}
