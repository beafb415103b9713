// Lists the contacts at each vertex, in five dispatches; `argument` is the phase, LIST_*. Twin of
// src/simulation/integrators/implicit-euler/contact-lists.ts. contact_lists has the range of each vertex's entries, 2 words, then the number of
// entries allotted, then the entries. Element: a vertex, or several contacts per thread.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#reads parameters, dispatch_arguments, contacts;
#atomics contact_lists, counters;

fn first_entry() -> u32 {
  return 2u * parameters.vertex_count + 1u;
}

// Counts a contact at each of its vertices, or enters it in their lists.
fn visit(contact: u32) {
  let kind = contacts[contact].kind;
  if (kind == CONTACT_KIND_NONE) {
    return;
  }
  let is_entering = dispatch_arguments.argument == LIST_ENTER;
  if (!is_entering && (kind == CONTACT_KIND_DCD || kind == CONTACT_KIND_FIELD)) {
    atomicAdd(&counters[COUNTER_CONTACTS_DCD], 1u);
  }
  for (var k = 0u; k < contacts[contact].count; k++) {
    let place = atomicAdd(&contact_lists[2u * contacts[contact].vertices[k] + 1u], 1u);
    if (is_entering) {
      atomicStore(&contact_lists[first_entry() + place], CONTACT_VERTICES * contact + k);
    }
  }
}

// Allots entries to a vertex. Its range is empty at first.
fn allot(v: u32) {
  let count = atomicLoad(&contact_lists[2u * v + 1u]);
  if (count == 0u) {
    return;
  }
  let first = atomicAdd(&contact_lists[2u * parameters.vertex_count], count);
  atomicStore(&contact_lists[2u * v], first);
  atomicStore(&contact_lists[2u * v + 1u], first);
}

// Sorts a vertex's entries by insertion: there are few.
fn sort(v: u32) {
  let first = first_entry() + atomicLoad(&contact_lists[2u * v]);
  let end = first_entry() + atomicLoad(&contact_lists[2u * v + 1u]);
  for (var n = first + 1u; n < end; n++) {
    let entry = atomicLoad(&contact_lists[n]);
    var place = n;
    while (place > first) {
      let before = atomicLoad(&contact_lists[place - 1u]);
      if (before <= entry) {
        break;
      }
      atomicStore(&contact_lists[place], before);
      place--;
    }
    atomicStore(&contact_lists[place], entry);
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  let phase = dispatch_arguments.argument;
  if (phase == LIST_COUNT || phase == LIST_ENTER) {
    for (var k = i; k < records_in_use(); k += threads(groups)) {
      visit(contact_id(k));
    }
    return;
  }
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (phase == LIST_CLEAR) {
    atomicStore(&contact_lists[2u * i], 0u);
    atomicStore(&contact_lists[2u * i + 1u], 0u);
    if (i == 0u) {
      atomicStore(&contact_lists[2u * parameters.vertex_count], 0u);
    }
  } else if (phase == LIST_ALLOT) {
    allot(i);
  } else {
    sort(i);
  }
}
