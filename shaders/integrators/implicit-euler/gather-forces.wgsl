// Sum of the forces of elements and contacts at a vertex. Twin of gatherForces in src/simulation/integrators/implicit-euler/vertices.ts.
#include /shaders/integrators/implicit-euler/gather.wgsl;
#reads parameters, dispatch_arguments, element_forces, contact_terms, contact_lists, contacts, topology;

fn force_at(at: u32) -> vec3f {
  return vec3f(element_forces[at], element_forces[at + 1u], element_forces[at + 2u]);
}

// Tests whether forces are added to the vector `product`, in which those of gas are: bit 1 of the dispatch's argument.
fn adds_to_product() -> bool {
  return (dispatch_arguments.argument & 2u) != 0u;
}

// Returns the sum [N]: first elements, in the order of elementIncidence, then contacts, in the order of contact_lists.
fn gathered_force(v: u32) -> vec3f {
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
  let range = contact_range(v);
  for (var n = range.x; n < range.y; n++) {
    let contact = contact_lists[n] / CONTACT_VERTICES;
    let at = CONTACT_TERM_STRIDE * contact + CONTACT_TERM_FORCE;
    let force = vec3f(contact_terms[at], contact_terms[at + 1u], contact_terms[at + 2u]);
    sum += contacts[contact].weights[contact_lists[n] % CONTACT_VERTICES] * force;
  }
  return sum;
}
