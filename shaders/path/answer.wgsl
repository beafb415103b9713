// The answer of the query under way, as far as it is known, and what the thread counts on the way to it.

// `best_offset` is its point minus p [m].
var<private> best_offset: vec3f;
var<private> best_squared: f32;
var<private> best_face: u32;
var<private> best_feature: u32;
var<private> best_weights: vec2f;

var<private> candidates: u32;
var<private> traversals: u32;
var<private> tets_visited: u32;
var<private> culling_aside: u32;
var<private> bounds_tested: u32; // boxes and balls that the search compares with the best path
