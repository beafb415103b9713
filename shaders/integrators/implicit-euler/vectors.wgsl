// Vectors of the linear system: 3 numbers per vertex, one vector after another in the buffer linear_vectors (State.solution and the others
// of src/simulation/integrators/implicit-euler/arrays.ts).
#reads parameters;
#writes linear_vectors;

// Part of a vector at a vertex. @param name such as VECTOR_SOLUTION (VECTORS in words.ts there)
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
