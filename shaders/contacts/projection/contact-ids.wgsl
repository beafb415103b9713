// Numbering of contacts: from a thread's index to a contact's id.
#reads parameters;
#atomics counters;

// Contact.colour of a contact that has no colour yet. A contact that doesn't exist or never gets a colour has NONE.
const COLOUR_PENDING = 0xfffffffeu;

// Number of contact records in use: DCD's, then CCD's, then those of sources with slots. Some of DCD's and of slots are of kind NONE.
fn contact_slots() -> u32 {
  let lists = atomicLoad(&counters[COUNTER_QUERIES]) + atomicLoad(&counters[COUNTER_CONTACTS_CCD]);
  return lists + parameters.slot_count;
}

fn contact_id(i: u32) -> u32 {
  let queries = atomicLoad(&counters[COUNTER_QUERIES]);
  if (i < queries) {
    return contact_of_query(i);
  }
  let hits = atomicLoad(&counters[COUNTER_CONTACTS_CCD]);
  if (i - queries < hits) {
    return contact_of_hit(i - queries);
  }
  return contact_of_slot(i - queries - hits);
}

// Ids of contacts: src/simulation/capacities.ts.
fn contact_of_query(query: u32) -> u32 {
  if (query < parameters.initial_queries) {
    return query;
  }
  return further_contact(query - parameters.initial_queries);
}

fn contact_of_hit(hit: u32) -> u32 {
  if (hit < parameters.initial_hits) {
    return parameters.initial_queries + hit;
  }
  return further_contact(hit - parameters.initial_hits) + CONTACT_BLOCK;
}

fn contact_of_slot(slot: u32) -> u32 {
  return parameters.initial_queries + parameters.initial_hits + slot;
}

fn further_contact(further: u32) -> u32 {
  let in_block = further % CONTACT_BLOCK;
  return contact_of_slot(parameters.slot_count) + 2u * (further - in_block) + in_block;
}

// An invertible hash, so that no two contacts share a priority. Source: the final mix of murmur3.
fn contact_priority(contact: u32) -> u32 {
  var h = contact;
  h = (h ^ (h >> 16u)) * 0x85ebca6bu;
  h = (h ^ (h >> 13u)) * 0xc2b2ae35u;
  return h ^ (h >> 16u);
}
