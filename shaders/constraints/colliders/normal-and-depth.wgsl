// Where a point is relative to a collider. Twin of `collide` in src/simulation/constraints/colliders/colliders.ts.
#reads colliders;

// Unit normal of collider k at x (xyz), and the depth of x in the collider [m] (w).
fn normal_and_depth(k: u32, x: vec3f) -> vec4f {
  let place = colliders[k].place;
  let offset = colliders[k].offset;
  if (colliders[k].kind == 0.0) {
    return vec4f(place, offset - dot(place, x));
  }
  let inward = place - x;
  let distance = length(inward);
  let depth = distance - offset;
  // Here the collider is a bowl: a hollow sphere, cut off at its rim. There is no contact above the rim or beyond the wall.
  let is_in_wall = x.y < colliders[k].rim && depth < colliders[k].thickness;
  return vec4f(select(vec3f(), inward / distance, distance > 0.0), select(min(depth, 0.0), depth, is_in_wall));
}
