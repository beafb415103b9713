// The number of hits of each element, for prefix sums. Elements are the surface vertices, then the boundary edges, each in the order of
// their indices over all bodies.
#include /shaders/contacts/ccd/hit-records.wgsl;
#reads hits;

fn hit_count(i: u32) -> u32 {
  let records = hit_records(i);
  var count = 0u;
  while (count < records.room && hits[records.first + count * records.step].t < NO_HIT) {
    count++;
  }
  return count;
}
