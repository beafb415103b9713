// Inverse of each vertex's diagonal block of the whole system (block Jacobi), and per chunk the sum of residual . preconditioner residual.
// Twin of the same parts of writeVertices (src/simulation/integrators/implicit-euler/vertices.ts) and of preconditionedNorm
// (conjugate-gradients.ts). One workgroup per chunk of SUM_CHUNK vertices.
#include /shaders/integrators/implicit-euler/blocks.wgsl;
#include /shaders/integrators/implicit-euler/contacts-at.wgsl;
#include /shaders/integrators/implicit-euler/element-blocks.wgsl;
#include /shaders/integrators/implicit-euler/sum.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters, contact_terms, contact_lists, contacts;
#writes linear_sums;

fn whole_block(v: u32) -> mat3x3f {
  var sum = block_at(OWN_BLOCK, v) + element_blocks(v);
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
    let r = vector_at(VECTOR_RESIDUAL, v);
    sum += dot(r, inverse * r);
  }
  sum = workgroup_sum(sum, thread);
  if (thread == 0u && SUM_CHUNK * chunk < parameters.vertex_count) {
    linear_sums[LINEAR_STRIDE + chunk] = sum;
  }
}
