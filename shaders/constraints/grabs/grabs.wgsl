// Pulls what a person has grabbed towards its target, and carries the rest of the body along. Twin of `grabs` in
// src/simulation/constraints/grabs/grabs.ts, which has the derivation. One workgroup handles all grabs in turn, since two of them may hold
// the same vertex: each thread sums every WORKGROUP_SIZE-th point, then the first thread adds up the threads' sums.
#include /shaders/shared/position.wgsl;
#reads parameters, inverse_masses, grabs, grab_points;
#writes velocities;

struct Sums {
  pull: vec3f, // sum of m w times the spring's acceleration [kg m/s^2]
  mass: f32, // sum of m w [kg]
  momentum: vec3f, // of what is carried [kg m/s]
  carried_mass: f32, // sum of m c [kg]
  squares: f32, // sum of m w^2 [kg]
}

var<workgroup> sums: array<Sums, WORKGROUP_SIZE>;
// Changes of velocity [m/s]: of a vertex of weight 1 by the pull, and of a vertex of weight 1 by being carried.
var<workgroup> pull: vec3f;
var<workgroup> carry: vec3f;

fn velocity(v: u32) -> vec3f {
  return vec3f(velocities[3u * v], velocities[3u * v + 1u], velocities[3u * v + 2u]);
}

// Returns the spring's angular frequency and its damping rate [1/s].
fn spring() -> vec2f {
  let rate = TWO_PI * parameters.grab_frequency;
  return vec2f(rate, 2.0 * GRAB_DAMPING * rate);
}

// Returns the sums over every WORKGROUP_SIZE-th point of a grab.
fn sums_of(grab: Grab, thread: u32) -> Sums {
  let rates = spring();
  var sum: Sums;
  for (var p = grab.begin + thread; p < grab.end; p += WORKGROUP_SIZE) {
    let point = grab_points[p];
    let inverse_mass = inverse_masses[point.vertex];
    if (inverse_mass == 0.0) {
      continue;
    }
    let m = point.weight / inverse_mass;
    let c = point.carry / inverse_mass;
    let v = velocity(point.vertex);
    let stretch = grab.goal - position(point.vertex) - parameters.dt * v;
    sum.pull += m * (rates.x * rates.x * stretch + rates.y * (grab.velocity - v));
    sum.mass += m;
    sum.squares += m * point.weight;
    sum.momentum += c * v;
    sum.carried_mass += c;
  }
  return sum;
}

fn limited(v: vec3f, greatest: f32) -> vec3f {
  let size = length(v);
  return select(v, v * (greatest / size), size > greatest);
}

fn pull_of(sum: Sums) -> vec3f {
  if (sum.mass == 0.0) {
    return vec3f();
  }
  let rates = spring();
  let stiffness = parameters.dt * (rates.y + parameters.dt * rates.x * rates.x);
  let change = sum.pull * (parameters.dt / (sum.mass + stiffness * sum.squares));
  return limited(change, parameters.dt * parameters.grab_acceleration);
}

fn carry_of(sum: Sums, target_velocity: vec3f) -> vec3f {
  let speed = length(target_velocity);
  if (speed == 0.0) {
    return vec3f();
  }
  let mean = select(vec3f(), sum.momentum / sum.carried_mass, sum.carried_mass > 0.0);
  let share = parameters.dt * parameters.grab_carry * speed / (speed + length(mean));
  return limited((target_velocity - mean) * (share / (1.0 + share)), parameters.dt * CARRY_SHARE * parameters.grab_acceleration);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  for (var g = 0u; g < parameters.grab_count; g++) {
    let grab = grabs[g];
    sums[thread] = sums_of(grab, thread);
    workgroupBarrier();
    if (thread == 0u) {
      var sum = sums[0];
      for (var k = 1u; k < WORKGROUP_SIZE; k++) {
        sum.pull += sums[k].pull;
        sum.mass += sums[k].mass;
        sum.squares += sums[k].squares;
        sum.momentum += sums[k].momentum;
        sum.carried_mass += sums[k].carried_mass;
      }
      pull = pull_of(sum);
      carry = carry_of(sum, grab.velocity);
    }
    let pulled = workgroupUniformLoad(&pull);
    let carried = workgroupUniformLoad(&carry);
    for (var p = grab.begin + thread; p < grab.end; p += WORKGROUP_SIZE) {
      let point = grab_points[p];
      if (inverse_masses[point.vertex] > 0.0) {
        let change = point.weight * pulled + point.carry * carried;
        velocities[3u * point.vertex] += change.x;
        velocities[3u * point.vertex + 1u] += change.y;
        velocities[3u * point.vertex + 2u] += change.z;
      }
    }
    // The next grab may hold the same vertices.
    storageBarrier();
  }
}
