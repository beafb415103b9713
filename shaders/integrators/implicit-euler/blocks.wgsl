// Symmetric 3 x 3 blocks, 6 numbers per vertex (00, 01, 02, 11, 12, 22): the arrays vertexBlocks and preconditioner, one after the other.
#reads parameters;
#writes vertex_blocks;

const OWN_BLOCK = 0u;
const PRECONDITIONER = 1u;

fn block_at(name: u32, v: u32) -> mat3x3f {
  let i = 6u * (name * parameters.vertex_count + v);
  let row = vec3f(vertex_blocks[i], vertex_blocks[i + 1u], vertex_blocks[i + 2u]);
  let others = vec3f(vertex_blocks[i + 3u], vertex_blocks[i + 4u], vertex_blocks[i + 5u]);
  return mat3x3f(row, vec3f(row.y, others.xy), vec3f(row.z, others.yz));
}

fn put_block(name: u32, v: u32, block: mat3x3f) {
  let i = 6u * (name * parameters.vertex_count + v);
  vertex_blocks[i] = block[0].x;
  vertex_blocks[i + 1u] = block[0].y;
  vertex_blocks[i + 2u] = block[0].z;
  vertex_blocks[i + 3u] = block[1].y;
  vertex_blocks[i + 4u] = block[1].z;
  vertex_blocks[i + 5u] = block[2].z;
}

// Returns along n n^T + across (1 - n n^T). @param stiffness along (x) and across (y)
fn contact_block(stiffness: vec2f, n: vec3f) -> mat3x3f {
  let more = (stiffness.x - stiffness.y) * n;
  let across = mat3x3f(stiffness.y, 0.0, 0.0, 0.0, stiffness.y, 0.0, 0.0, 0.0, stiffness.y);
  return across + mat3x3f(more * n.x, more * n.y, more * n.z);
}
