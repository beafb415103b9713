// Computes the displacement u = x - x0 of a vertex' coordinate (displace.wgsl).
#reads positions, positions_t0;
#writes displacements;

fn displace_coordinate(i: u32) {
  displacements[i] += positions[i] - positions_t0[i];
}
