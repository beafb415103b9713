// Computes ids of contacts, that is, their indices in `contacts`. Twin of contactOfQuery, contactOfHit and contactOfSlot in
// src/simulation/capacities.ts.
#reads parameters;
#atomics counters;

// Value of Contact.colour while a contact has no colour yet. Records without a contact, and contacts that never get a colour, have NONE.
const COLOUR_PENDING = 0xfffffffeu;

// Returns the number of contact records in use: first one per DCD query, then one per CCD hit, then one per slot (of sources with a
// fixed number of contacts). Records of queries and slots may hold no contact (CONTACT_KIND_NONE).
fn contact_slots() -> u32 {
  let lists = atomicLoad(&counters[COUNTER_QUERIES]) + atomicLoad(&counters[COUNTER_CONTACTS_CCD]);
  return lists + parameters.slot_count;
}

// Returns the id of the i-th contact record in use.
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

// Ids past the initial capacities: blocks of CONTACT_BLOCK ids, alternately for queries and for hits.
fn further_contact(further: u32) -> u32 {
  let in_block = further % CONTACT_BLOCK;
  return contact_of_slot(parameters.slot_count) + 2u * (further - in_block) + in_block;
}

// Returns a contact's priority: an invertible hash of its id, so that no two contacts have the same priority. Source: the final mix of
// murmur3.
fn contact_priority(contact: u32) -> u32 {
  var h = contact;
  h = (h ^ (h >> 16u)) * 0x85ebca6bu;
  h = (h ^ (h >> 13u)) * 0xc2b2ae35u;
  return h ^ (h >> 16u);
}
