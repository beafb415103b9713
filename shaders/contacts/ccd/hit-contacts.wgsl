// Third of three kernels (after hit-blocks and hit-sums) that make contacts of the hits of CCD: first of the vertices' hits, in the order of the
// vertices, then of the edges' hits. A hit without a normal makes a contact of the kind NONE. One thread per element (hit-counts.wgsl).
// The CPU's way is src/simulation/contacts/ccd/hits.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/prefix-sum.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/contacts/ccd/hit-counts.wgsl;
#include /shaders/contacts/ccd/hit-normals.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#include /shaders/contacts/regions/parting.wgsl;
#reads parameters, dispatch_arguments, block_sums, hits;
#writes contacts;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = element(id, groups);
  var count = 0u;
  if (i < dispatch_arguments.count) {
    count = hit_count(i);
  }
  let sum = prefix_sum(thread, count);
  if (count == 0u) {
    return;
  }
  let first = block_sums[i / WORKGROUP_SIZE] + sum - count;
  let records = hit_records(i);
  for (var k = 0u; k < count; k++) {
    if (first + k < parameters.hit_capacity) {
      write_contact(contact_of_hit(first + k), i, hits[records.first + k * records.step]);
    }
  }
}

fn write_contact(contact: u32, i: u32, hit: Hit) {
  var own_body: u32;
  var vertices: vec4u;
  var weights: vec4f;
  var normal: vec3f;
  var kind: u32;
  let model = body_model(hit.body);
  let base = body_word(hit.body, BODY_VERTEX_BASE);
  if (i < parameters.surface_vertex_count) {
    own_body = world_surface_body(i);
    vertices = vec4u(world_surface_vertex(i), face_vertices(model, hit.element) + base);
    weights = vec4f(1.0, hit.u + hit.v - 1.0, -hit.u, -hit.v);
    normal = face_normal(vertices.x, vertices.yzw, !has_volume(model));
    kind = CONTACT_KIND_VERTEX_FACE;
  } else {
    let edge = i - parameters.surface_vertex_count;
    own_body = body_of(edge, BODY_EDGE_BASE);
    let own_edge = edge - body_word(own_body, BODY_EDGE_BASE);
    let own_ends = edge_vertices(body_model(own_body), own_edge) + body_word(own_body, BODY_VERTEX_BASE);
    let ends = edge_vertices(model, hit.element) + base;
    vertices = vec4u(own_ends, ends);
    weights = vec4f(1.0 - hit.u, hit.u, hit.v - 1.0, -hit.v);
    if (hit.t == CROSSED) {
      normal = crossed_normal(own_ends, ends);
    } else {
      normal = edge_normal(own_ends, ends, hit.t, hit.u, hit.v, own_body, own_edge, hit.body, hit.element);
    }
    kind = CONTACT_KIND_EDGE_EDGE;
  }
  if (all(normal == vec3f())) {
    atomicAdd(&counters[COUNTER_CONTACTS_GIVEN_UP], 1u);
    kind = CONTACT_KIND_NONE;
  }
  for (var k = 0u; k < 4u; k++) {
    contacts[contact].vertices[k] = vertices[k];
    contacts[contact].weights[k] = weights[k];
  }
  contacts[contact].normal = normal;
  contacts[contact].offset = offset_of_hit(vertices, weights, normal, hit.t == CROSSED, own_body, hit.body);
  contacts[contact].lambda = 0.0;
  contacts[contact].count = 4u;
  contacts[contact].materials = body_word(own_body, BODY_MATERIAL) | (body_word(hit.body, BODY_MATERIAL) << 16u);
  contacts[contact].kind = kind;
}

// Minimum signed distance that a contact enforces [m]. Where its sides were past each other at the step's start already, its speed is limited:
// `limit` in src/simulation/contacts/ccd/hits.ts says why.
fn offset_of_hit(vertices: vec4u, weights: vec4f, normal: vec3f, is_crossed: bool, a: u32, b: u32) -> f32 {
  if (parameters.parts_regions == 0u) {
    return parameters.contact_offset;
  }
  // Relative to the first vertex, since float32 would lose the distance far from the origin.
  var before = vec3f();
  var now = vec3f();
  for (var k = 1u; k < 4u; k++) {
    before += weights[k] * (position_t0(vertices[k]) - position_t0(vertices[0]));
    now += weights[k] * (position(vertices[k]) - position(vertices[0]));
  }
  let distance_before = dot(before, normal);
  if (!(distance_before < 0.0) && !is_crossed) {
    return parameters.contact_offset;
  }
  let distance = select(dot(now, normal), distance_before, distance_before < 0.0);
  return min(parameters.contact_offset, distance + parameters.dt * shallow_speed(a, b));
}
