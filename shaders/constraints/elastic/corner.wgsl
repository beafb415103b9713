// A corner of a constraint, as the solver needs it: 32 bytes.
#include /shaders/shared/position-t0.wgsl;
#include /shaders/constraints/elastic/displacement.wgsl;
#reads inverse_masses;

struct Corner {
  u: vec3f, // displacement
  w: f32, // inverse mass
  x0: vec3f, // position at the step's start
  v: u32, // vertex
}

fn load_corner(v: u32) -> Corner {
  return Corner(displacement(v), inverse_masses[v], position_t0(v), v);
}
