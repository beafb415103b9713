// Stored Hessians of tetrahedra: HESSIAN_LENGTH columns, one number per tetrahedron, so that neighbouring threads access neighbouring words.
// The numbers are the upper triangle of a symmetric 9 x 9 matrix, row by row. Behind them are those of springs, 6 columns.
#reads parameters, element_hessians;

// Place of element (r, s), r <= s, of the Hessian of tetrahedron `tet`.
fn hessian_place(tet: u32, r: u32, s: u32) -> u32 {
  return (9u * r - r * (r + 1u) / 2u + s) * parameters.tet_count + tet;
}

// Returns the block (e, f), e <= f, that couples edges e and f.
fn hessian_block(tet: u32, e: u32, f: u32) -> mat3x3f {
  let n = parameters.tet_count;
  let a = hessian_place(tet, 3u * e, 3u * f);
  if (e == f) {
    let b = hessian_place(tet, 3u * e + 1u, 3u * e + 1u);
    let c = hessian_place(tet, 3u * e + 2u, 3u * e + 2u);
    let x = element_hessians[a + n];
    let y = element_hessians[a + 2u * n];
    let z = element_hessians[b + n];
    return mat3x3f(element_hessians[a], x, y, x, element_hessians[b], z, y, z, element_hessians[c]);
  }
  let b = hessian_place(tet, 3u * e + 1u, 3u * f);
  let c = hessian_place(tet, 3u * e + 2u, 3u * f);
  let row0 = vec3f(element_hessians[a], element_hessians[a + n], element_hessians[a + 2u * n]);
  let row1 = vec3f(element_hessians[b], element_hessians[b + n], element_hessians[b + 2u * n]);
  let row2 = vec3f(element_hessians[c], element_hessians[c + n], element_hessians[c + 2u * n]);
  return transpose(mat3x3f(row0, row1, row2));
}

// Returns the Hessian of a tetrahedron times displacements of its edges, which are columns.
fn times_hessian(tet: u32, d: mat3x3f) -> mat3x3f {
  let h01 = hessian_block(tet, 0u, 1u);
  let h02 = hessian_block(tet, 0u, 2u);
  let h12 = hessian_block(tet, 1u, 2u);
  // A vector on the left multiplies the transpose.
  return mat3x3f(
    hessian_block(tet, 0u, 0u) * d[0] + h01 * d[1] + h02 * d[2],
    d[0] * h01 + hessian_block(tet, 1u, 1u) * d[1] + h12 * d[2],
    d[0] * h02 + d[1] * h12 + hessian_block(tet, 2u, 2u) * d[2],
  );
}
