// Inverse of each vertex's diagonal block of the whole system (block Jacobi), and per chunk the sum of residual . preconditioner residual.
// Twin of the same parts of writeVertices (src/simulation/integrators/implicit-euler/vertices.ts) and of preconditionedNorm
// (conjugate-gradients.ts). One workgroup per chunk of SUM_CHUNK vertices.
#include /shaders/integrators/implicit-euler/blocks.wgsl;
#include /shaders/integrators/implicit-euler/gather.wgsl;
#include /shaders/integrators/implicit-euler/hessian.wgsl;
#include /shaders/integrators/implicit-euler/spring-hessian.wgsl;
#include /shaders/integrators/implicit-euler/sum.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#include /shaders/integrators/implicit-euler/words.wgsl;
#reads parameters, contact_terms, contact_lists, contacts, topology;
#writes linear_sums;

// Returns the diagonal block of a tetrahedron's corner; that of corner 0 is the sum of all edges' blocks.
fn corner_block(tet: u32, corner: u32) -> mat3x3f {
  if (corner > 0u) {
    return hessian_block(tet, corner - 1u, corner - 1u);
  }
  let mixed = hessian_block(tet, 0u, 1u) + hessian_block(tet, 0u, 2u) + hessian_block(tet, 1u, 2u);
  return hessian_block(tet, 0u, 0u) + hessian_block(tet, 1u, 1u) + hessian_block(tet, 2u, 2u) + mixed + transpose(mixed);
}

fn whole_block(v: u32) -> mat3x3f {
  let body = body_of(v, BODY_VERTEX_BASE);
  let model = body_model(body);
  let own = v - body_word(body, BODY_VERTEX_BASE);
  var sum = block_at(OWN_BLOCK, v);
  if (has_springs(body)) {
    let range = incident_range(topology[model + MODEL_INCIDENT_SPRING_OFFSETS], own);
    for (var n = range.x; n < range.y; n++) {
      sum += spring_hessian(body_word(body, BODY_SPRING_BASE) + (topology[topology[model + MODEL_INCIDENT_SPRINGS] + n] >> 1u));
    }
  } else {
    let range = incident_range(topology[model + MODEL_INCIDENT_TET_OFFSETS], own);
    for (var n = range.x; n < range.y; n++) {
      let entry = topology[topology[model + MODEL_INCIDENT_TETS] + n];
      sum += corner_block(body_word(body, BODY_TET_BASE) + (entry >> 2u), entry & 3u);
    }
  }
  let range = contact_range(v);
  for (var n = range.x; n < range.y; n++) {
    let contact = contact_lists[n] / CONTACT_VERTICES;
    let weight = contacts[contact].weights[contact_lists[n] % CONTACT_VERTICES];
    let at = CONTACT_TERM_STRIDE * contact;
    let stiffness = vec2f(contact_terms[at + CONTACT_TERM_NORMAL], contact_terms[at + CONTACT_TERM_TANGENT]);
    sum += contact_block(weight * weight * stiffness, contacts[contact].normal);
  }
  return sum;
}

fn inverse_of(m: mat3x3f) -> mat3x3f {
  let cofactors = mat3x3f(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
  return cofactors * (1.0 / dot(m[0], cofactors[0])); // symmetric
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let chunk = group.x + group.y * groups.x;
  var sum = 0.0;
  let end = min(SUM_CHUNK * (chunk + 1u), parameters.vertex_count);
  for (var v = SUM_CHUNK * chunk + thread; v < end; v += WORKGROUP_SIZE) {
    var inverse = mat3x3f();
    // The block of a held vertex is 0.
    if (block_at(OWN_BLOCK, v)[0].x > 0.0) {
      inverse = inverse_of(whole_block(v));
    }
    put_block(PRECONDITIONER, v, inverse);
    let r = vector_at(RESIDUAL, v);
    sum += dot(r, inverse * r);
  }
  sum = workgroup_sum(sum, thread);
  if (thread == 0u && SUM_CHUNK * chunk < parameters.vertex_count) {
    linear_sums[LINEAR_STRIDE + chunk] = sum;
  }
}
