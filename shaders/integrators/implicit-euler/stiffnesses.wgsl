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
// @param at_start signed distance less goal at x0 [m]    @param mass effective mass [kg]
// @param friction static (x), dynamic (y)
fn stiffnesses(at_start: f32, moves: Moves, n: vec3f, mass: f32, friction: vec2f) -> vec2f {
  if (!(at_start + dot(moves.predicted, n) < 0.0)) {
    return vec2f();
  }
  let k = parameters.contact_stiffness * mass * parameters.inverse_dt * parameters.inverse_dt;
  let force = max(0.0, -k * (at_start + dot(moves.forced, n)) / (1.0 + parameters.contact_stiffness));
  let slide = length_across(moves.before, n);
  if (k * slide < friction.x * force) {
    return vec2f(k, k);
  }
  return vec2f(k, select(0.0, min(k, friction.y * force / slide), slide > 0.0));
}
