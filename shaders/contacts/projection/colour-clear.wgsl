// Colouring contacts, part 1 of 7: clears the previous colouring. Contacts of one colour share no vertex, so they can be projected in
// parallel. All seven parts together are the twin of src/simulation/contacts/projection/colour.ts. A round gives one colour: round r gives
// colour r. Thread i processes vertex i and colour i.
#include /shaders/shared/dispatch.wgsl;
#reads parameters, dispatch_arguments;
#writes colour_offsets, vertex_colours;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (i < parameters.vertex_count) {
    vertex_colours[i] = NONE;
  }
  if (i <= parameters.colour_capacity) {
    colour_offsets[i] = 0u;
  }
  if (i == 0u) {
    atomicStore(&counters[COUNTER_CONTACTS_DCD], 0u);
    atomicStore(&counters[COUNTER_CONTACTS_UNCOLOURED], 0u);
    atomicStore(&counters[COUNTER_COLOURS], 0u);
  }
}
