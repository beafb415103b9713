// Sum of the forces of elements at a vertex. Twin of gatherElements in src/simulation/integrators/implicit-euler/vertices.ts.
#include /shaders/integrators/implicit-euler/incident-elements.wgsl;
#reads parameters, element_forces, topology;

fn force_at(at: u32) -> vec3f {
  return vec3f(element_forces[at], element_forces[at + 1u], element_forces[at + 2u]);
}

// Returns the sum in the order of elementIncidence [N].
fn element_force(v: u32) -> vec3f {
  let body = body_of(v, BODY_VERTEX_BASE);
  let model = body_model(body);
  let own = v - body_word(body, BODY_VERTEX_BASE);
  var sum = vec3f();
  if (has_springs(body)) {
    let base = 9u * parameters.tet_count + 3u * body_word(body, BODY_SPRING_BASE);
    let range = incident_range(topology[model + MODEL_INCIDENT_SPRING_OFFSETS], own);
    for (var n = range.x; n < range.y; n++) {
      let entry = topology[topology[model + MODEL_INCIDENT_SPRINGS] + n];
      sum += select(-1.0, 1.0, (entry & 1u) == 0u) * force_at(base + 3u * (entry >> 1u));
    }
  } else {
    let base = 9u * body_word(body, BODY_TET_BASE);
    let range = incident_range(topology[model + MODEL_INCIDENT_TET_OFFSETS], own);
    for (var n = range.x; n < range.y; n++) {
      let entry = topology[topology[model + MODEL_INCIDENT_TETS] + n];
      let at = base + 9u * (entry >> 2u);
      let corner = entry & 3u;
      if (corner == 0u) {
        sum -= force_at(at) + force_at(at + 3u) + force_at(at + 6u);
      } else {
        sum += force_at(at + 3u * corner - 3u);
      }
    }
  }
  return sum;
}
