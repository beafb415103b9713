// Sum of the diagonal blocks of elements at a vertex. Twin of addElementBlocks in src/simulation/integrators/implicit-euler/vertices.ts.
#include /shaders/integrators/implicit-euler/hessian.wgsl;
#include /shaders/integrators/implicit-euler/incident-elements.wgsl;
#include /shaders/integrators/implicit-euler/spring-hessian.wgsl;
#reads topology;

// Returns the diagonal block of a tetrahedron's corner; that of corner 0 is the sum of all edges' blocks.
fn corner_block(tet: u32, corner: u32) -> mat3x3f {
  if (corner > 0u) {
    return hessian_block(tet, corner - 1u, corner - 1u);
  }
  let mixed = hessian_block(tet, 0u, 1u) + hessian_block(tet, 0u, 2u) + hessian_block(tet, 1u, 2u);
  return hessian_block(tet, 0u, 0u) + hessian_block(tet, 1u, 1u) + hessian_block(tet, 2u, 2u) + mixed + transpose(mixed);
}

fn element_blocks(v: u32) -> mat3x3f {
  let body = body_of(v, BODY_VERTEX_BASE);
  let model = body_model(body);
  let own = v - body_word(body, BODY_VERTEX_BASE);
  var sum = mat3x3f();
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
  return sum;
}

// Returns the inverse of a symmetric positive definite matrix. It is scaled, since the product of three stiffnesses may exceed float32's range.
fn inverse_of(m: mat3x3f) -> mat3x3f {
  let scale = 1.0 / (m[0].x + m[1].y + m[2].z);
  let scaled = scale * m;
  let cofactors = mat3x3f(cross(scaled[1], scaled[2]), cross(scaled[2], scaled[0]), cross(scaled[0], scaled[1]));
  return cofactors * (scale / dot(scaled[0], cofactors[0]));
}
