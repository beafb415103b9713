// The corners of elastic tetrahedra, for one thread or several (colour-shared.wgsl).
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/constraints/elastic/corner.wgsl;

const CORNERS = 4u;

fn corner_vertex(body: u32, model: u32, tet: u32, corner: u32) -> u32 {
  return elastic_vertex(model, tet, corner) + body_word(body, BODY_VERTEX_BASE);
}

fn can_share(model: u32, tet: u32) -> bool {
  return true;
}

fn solve(body: u32, model: u32, tet: u32) {
  let c = array<Corner, CORNERS>(
    load_corner(corner_vertex(body, model, tet, 0u)),
    load_corner(corner_vertex(body, model, tet, 1u)),
    load_corner(corner_vertex(body, model, tet, 2u)),
    load_corner(corner_vertex(body, model, tet, 3u)),
  );
  let applied = load_multipliers(body, model, tet);
  solve_corners(body, model, tet, c, applied, vec4<bool>(true));
}
