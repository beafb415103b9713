// The motion of a vertex in a step: on a straight line from x0 to x.
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/position-t0.wgsl;

fn motion_box(v: u32) -> Box {
  let start = position_t0(v);
  let end = position(v);
  return Box(min(start, end), max(start, end));
}

fn face_motion_box(v: vec3u) -> Box {
  return box_union(box_union(motion_box(v.x), motion_box(v.y)), motion_box(v.z));
}

fn edge_motion_box(v: vec2u) -> Box {
  return box_union(motion_box(v.x), motion_box(v.y));
}
