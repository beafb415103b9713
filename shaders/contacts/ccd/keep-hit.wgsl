// The list of an element's hits: its earliest ones, sorted by time, then by body, then by face or edge. An element is a surface vertex or a
// boundary edge. The first unused record has the time NO_HIT.
#include /shaders/contacts/ccd/hit-records.wgsl;
#writes hits;

var<private> own_records: HitRecords;
var<private> hits_found: u32; // hits so far, those without room included

fn precedes(a: Hit, b: Hit) -> bool {
  if (a.t != b.t) {
    return a.t < b.t;
  }
  return a.body < b.body || (a.body == b.body && a.element < b.element);
}

// Inserts a hit; if there is no room, the last one is dropped.
fn keep_hit(hit: Hit) {
  var at = hits_found;
  hits_found++;
  if (at >= own_records.room) {
    at = own_records.room - 1u;
    if (!precedes(hit, hits[own_records.first + at * own_records.step])) {
      return;
    }
  }
  while (at > 0u && precedes(hit, hits[own_records.first + (at - 1u) * own_records.step])) {
    hits[own_records.first + at * own_records.step] = hits[own_records.first + (at - 1u) * own_records.step];
    at--;
  }
  hits[own_records.first + at * own_records.step] = hit;
}

fn end_hits() {
  if (hits_found < own_records.room) {
    hits[own_records.first + hits_found * own_records.step] = Hit(NO_HIT, 0u, 0u, 0.0, 0.0);
  }
}
