// The answer of the query under way, as far as it is known, and what the thread counts on the way to it.

// `best_offset` is its point minus p [m].
var<private> best_offset: vec2f;
var<private> best_squared: f32;
var<private> best_segment: u32;

var<private> candidates: u32;
var<private> traversals: u32;
var<private> triangles_visited: u32;
var<private> culling_aside: u32;
