// Records of the angular momentum's restoring: the same words as INERTIA and SPIN in src/simulation/state.ts (a parity test
// compares them). The kernel that includes this includes topology.wgsl and declares `parameters`.

struct Inertia {
  centre: vec3f, // of mass, from the body's first vertex [m]
  mass: f32,
  squares: vec3f, // second moments about the centre: xx, yy, zz
  held: f32, // above 0 where a vertex is held
  products: vec3f, // yz, zx, xy
  lost: vec3f, // sum of `moments`
}

struct Spin {
  rate: vec3f, // [rad/s]
  centre: vec3f, // of mass, from the body's first vertex [m]
}

// Of a body, or with the number of bodies behind the last one.
fn first_vertex(body: u32) -> u32 {
  if (body >= parameters.body_count) {
    return parameters.vertex_count;
  }
  return body_word(body, BODY_VERTEX_BASE);
}

// Where a body's chunks start among all bodies'.
fn first_inertia(body: u32) -> u32 {
  return first_vertex(body) / SUM_CHUNK + body;
}
