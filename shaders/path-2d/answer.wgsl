// The best answer so far to the thread's query, and counts of the thread's work.

// s - p, the path [m].
var<private> best_offset: vec2f;
var<private> best_squared: f32;
var<private> best_segment: u32;

var<private> candidates: u32;
var<private> traversals: u32;
var<private> triangles_visited: u32;
var<private> culling_aside: u32;
