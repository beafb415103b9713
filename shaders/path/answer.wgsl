// The best answer so far to the thread's query, and counts of the thread's work. answer-query.wgsl writes both out. p is the query's point,
// and s is the boundary point at which the path ends.

// s - p, the vector of the path [m].
var<private> best_offset: vec3f;
var<private> best_squared: f32; // squared length of the path [m^2]
var<private> best_face: u32; // boundary face on which s lies, or NONE if no path has been found
var<private> best_feature: u32; // the face's interior, edge or corner on which s lies
var<private> best_weights: vec2f; // barycentric weights of the face's first two corners

var<private> candidates: u32; // boundary faces whose closest point was computed
var<private> traversals: u32; // candidates for which the elements between p and s were visited
var<private> tets_visited: u32; // elements visited by all traversals
var<private> undecided_by_culling: u32; // candidates about which culling (culling.wgsl) proved nothing: UNDECIDED
var<private> bounds_tested: u32; // boxes and balls compared with the best path
