// Sets the position of a vertex [m], but not its remainder (remainder.wgsl). `v` is an index over all bodies.
#writes positions;

fn put_position(v: u32, x: vec3f) {
  positions[3u * v] = x.x;
  positions[3u * v + 1u] = x.y;
  positions[3u * v + 2u] = x.z;
}
