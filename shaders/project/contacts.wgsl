// Projects the contacts of one colour, with friction. Twin of src/simulation/project/contacts.ts, which says what is bounded.
// Element: a contact of the colour; there may be more threads than contacts.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/project/friction.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/put-position.wgsl;
#include /shaders/shared/remainder.wgsl;
#include /shaders/shared/moment.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(2) @binding(0) var<storage, read_write> positions: array<f32>;
@group(2) @binding(1) var<storage, read> positions_t0: array<f32>;
@group(2) @binding(4) var<storage, read> inverse_masses: array<f32>;
@group(2) @binding(21) var<storage, read_write> remainders: array<f32>;
@group(2) @binding(23) var<storage, read_write> moments: array<f32>;
@group(3) @binding(2) var<storage, read_write> contacts: array<Contact>;
@group(3) @binding(3) var<storage, read> contact_order: array<u32>;
@group(3) @binding(4) var<storage, read> colour_offsets: array<u32>;

// Applies an impulse times dt to a contact's vertices, one after another: a vertex may stand twice.
fn move_vertices(contact: u32, count: u32, impulse: vec3f) {
  let first = contacts[contact].vertices[0];
  let origin = position_t0(first);
  var gap = vec3f();
  for (var k = 0u; k < count; k++) {
    let v = contacts[contact].vertices[k];
    let weight = contacts[contact].weights[k];
    move_position(v, weight * inverse_masses[v] * impulse);
    gap += weight * (position_t0(v) - origin);
  }
  // Half the moment that the gap at x0 gives goes to each side.
  let moment = 0.5 * cross(gap, impulse);
  add_moment(first, moment);
  add_moment(contacts[contact].vertices[count - 1u], moment);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let place = colour_offsets[dispatch_arguments.colour] + i;
  if (place >= colour_offsets[dispatch_arguments.colour + 1u]) {
    return;
  }
  let contact = contact_order[place];
  let count = contacts[contact].count;
  let n = contacts[contact].normal;
  var mobility = 0.0; // sum of w_i^2 / m_i [1/kg]
  // From the first vertex, or far from the origin float32 would lose the distance.
  let origin = position(contacts[contact].vertices[0]);
  var gap = vec3f();
  for (var k = 0u; k < count; k++) {
    let v = contacts[contact].vertices[k];
    let weight = contacts[contact].weights[k];
    mobility += weight * weight * inverse_masses[v];
    gap += weight * (position(v) - origin);
  }
  let distance = dot(n, gap) - contacts[contact].offset;
  let before = contacts[contact].lambda;
  if (mobility == 0.0 || (distance >= 0.0 && before == 0.0)) {
    return;
  }
  let lambda = max(0.0, before - distance / mobility);
  contacts[contact].lambda = lambda;
  move_vertices(contact, count, (lambda - before) * n);

  var slip = vec3f();
  for (var k = 0u; k < count; k++) {
    let v = contacts[contact].vertices[k];
    slip += contacts[contact].weights[k] * (position(v) - position_t0(v));
  }
  // What stands in a contact's words before its first impulse means nothing.
  let applied = select(vec3f(), contacts[contact].friction, before > 0.0);
  let needed = applied - (slip - dot(slip, n) * n) / mobility;
  let friction = friction_share(length(needed), lambda) * needed;
  contacts[contact].friction = friction;
  move_vertices(contact, count, friction - applied);
}
