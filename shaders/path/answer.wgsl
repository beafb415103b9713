// The best answer so far to the thread's query, and counts of the thread's work.

// s - p, the vector of the path [m].
var<private> best_offset: vec3f;
var<private> best_squared: f32;
var<private> best_face: u32;
var<private> best_feature: u32;
var<private> best_weights: vec2f; // barycentric weights of the face's first two corners

var<private> candidates: u32;
var<private> traversals: u32;
var<private> tets_visited: u32;
var<private> culling_aside: u32;
var<private> bounds_tested: u32; // boxes and balls compared with the best path
