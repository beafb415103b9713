// Stiffnesses of a contact or collider. Twin of stiffnesses in src/simulation/integrators/implicit-euler/contact-terms.ts, where they are
// explained.
#reads parameters;

// Displacements of one side relative to the other [m]: from x0 to now; as predicted without contacts; as inertia and the elements' forces at x0
// would cause it; and by velocities at x0.
struct Moves {
  now: vec3f,
  predicted: vec3f,
  forced: vec3f,
  before: vec3f,
}

fn length_across(a: vec3f, n: vec3f) -> f32 {
  return length(a - dot(a, n) * n);
}

// Returns the stiffness along the normal n (x) and across it (y) [N/m]; both are 0 if the contact doesn't act.
// @param at_start signed distance less goal at x0 [m]    @param depth beyond the surface at x0 [m]    @param mass effective mass [kg]
// @param friction static (x), dynamic (y)
fn stiffnesses(at_start: f32, depth: f32, moves: Moves, n: vec3f, mass: f32, friction: vec2f, is_first: bool) -> vec2f {
  let k = parameters.contact_stiffness * mass * parameters.inverse_dt * parameters.inverse_dt;
  let predicted = at_start + dot(moves.predicted, n);
  let now = at_start + dot(moves.now, n);
  if (select(!(now < 0.0), !(at_start < 0.0 || predicted < 0.0), is_first)) {
    return vec2f();
  }
  let stopping = -k * (at_start + dot(moves.forced, n)) / (1.0 + parameters.contact_stiffness);
  let force = select(-k * now, max(0.0, max(k * depth, stopping)), is_first);
  let slide = length_across(select(moves.now, moves.before, is_first), n);
  if (k * slide <= friction.x * force) {
    return vec2f(k, k);
  }
  return vec2f(k, min(k, friction.y * force / slide));
}
