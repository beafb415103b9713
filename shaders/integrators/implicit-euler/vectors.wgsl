// Vectors of the linear system: 3 numbers per vertex, one vector after another in the buffer linear_vectors (State.solution and the others
// of src/simulation/integrators/implicit-euler/arrays.ts).
#reads parameters;
#writes linear_vectors;

const SOLUTION = 0u;
const RESIDUAL = 1u;
const DIRECTION = 2u;
const PRODUCT = 3u;
const FREE_MOVES = 4u;
const FORCED_MOVES = 5u;
const PREDICTED_MOVES = 6u;

// Part of a vector at a vertex. @param name such as SOLUTION
fn vector_at(name: u32, v: u32) -> vec3f {
  let i = 3u * (name * parameters.vertex_count + v);
  return vec3f(linear_vectors[i], linear_vectors[i + 1u], linear_vectors[i + 2u]);
}

fn put_vector(name: u32, v: u32, x: vec3f) {
  let i = 3u * (name * parameters.vertex_count + v);
  linear_vectors[i] = x.x;
  linear_vectors[i + 1u] = x.y;
  linear_vectors[i + 2u] = x.z;
}
