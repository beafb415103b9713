// Computes the position x = x0 + u of a vertex' coordinate, and the remainder (place.wgsl).
#reads positions_t0;
#writes positions, displacements;

fn place_coordinate(i: u32) {
  let x0 = positions_t0[i];
  let u = displacements[i];
  // The integer operation keeps compilers with fast math from simplifying (x0 + u) - x0 to u. (No number has the bits 0xffffffff.)
  let x = bitcast<f32>(min(bitcast<u32>(x0 + u), 0xfffffffeu));
  positions[i] = x;
  displacements[i] = u - (x - x0);
}
