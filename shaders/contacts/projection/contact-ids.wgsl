// Converts indices of contacts to ids. The index numbers the contact records in use without gaps, so that a kernel can process them one
// after another. The id is the contact's place in `contacts`; ids are explained in src/simulation/capacities.ts.
#reads parameters;
#atomics counters;

// Contact.colour of a contact that has no colour yet. A contact that doesn't exist or never gets a colour has NONE.
const COLOUR_PENDING = 0xfffffffeu;

// Number of contact records in use. In the order of their indices, these are the records of path queries (DCD; one per query), of CCD hits,
// and of fixed slots (for other sources of contacts). The record of a query or slot without a contact has the kind NONE.
fn records_in_use() -> u32 {
  let lists = atomicLoad(&counters[COUNTER_QUERIES]) + atomicLoad(&counters[COUNTER_CONTACTS_CCD]);
  return lists + parameters.slot_count;
}

// Id of the i-th record in use.
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

// Id of the contact of a path query.
fn contact_of_query(query: u32) -> u32 {
  if (query < parameters.initial_queries) {
    return query;
  }
  return further_contact(query - parameters.initial_queries);
}

// Id of the contact of a CCD hit.
fn contact_of_hit(hit: u32) -> u32 {
  if (hit < parameters.initial_hits) {
    return parameters.initial_queries + hit;
  }
  return further_contact(hit - parameters.initial_hits) + CONTACT_BLOCK;
}

fn contact_of_slot(slot: u32) -> u32 {
  return parameters.initial_queries + parameters.initial_hits + slot;
}

// Id of a contact of a query or hit beyond the initial capacity. There, queries and hits have alternating blocks of CONTACT_BLOCK ids.
fn further_contact(further: u32) -> u32 {
  let in_block = further % CONTACT_BLOCK;
  return contact_of_slot(parameters.slot_count) + 2u * (further - in_block) + in_block;
}

// Priority of a contact in the colouring; a smaller number wins. The hash is invertible, so no two contacts have the same priority. Source:
// the final mix of murmur3.
fn contact_priority(contact: u32) -> u32 {
  var h = contact;
  h = (h ^ (h >> 16u)) * 0x85ebca6bu;
  h = (h ^ (h >> 13u)) * 0xc2b2ae35u;
  return h ^ (h >> 16u);
}
