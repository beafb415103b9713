// Sums of the gases for the line search. Twin of addGasRemainders in src/simulation/integrators/implicit-euler/gas.ts. One workgroup per body.
#include /shaders/shared/position.wgsl;
#include /shaders/constraints/pressure/first-surface-vertex.wgsl;
#include /shaders/constraints/pressure/volume-gradient.wgsl;
#include /shaders/integrators/implicit-euler/remainder-sums.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters, gas_terms;

var<workgroup> thread_volumes: array<vec3f, WORKGROUP_SIZE>;

// Does for the solution what fan_sum (shaders/shared/fan.wgsl) does for positions.
fn fan_of_solution(body: u32, s: u32) -> vec3f {
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  let fan = vertex_face_range(model, s - body_word(body, BODY_SURFACE_BASE));
  var sum = vec3f();
  for (var k = fan.x; k < fan.y; k++) {
    let v = face_vertices(model, vertex_face(model, k)) + base;
    let a = vector_at(VECTOR_SOLUTION, v.x);
    sum += cross(vector_at(VECTOR_SOLUTION, v.y) - a, vector_at(VECTOR_SOLUTION, v.z) - a);
  }
  return sum;
}

// Returns by how much the energy of gas changes from volume `volume` to `then`, less what the pressure at `volume` alone would make of it [J].
fn work_of_gas(pressure: f32, volume: f32, least: f32, then: f32) -> f32 {
  let before = max(volume, least);
  let constant = min(then, least) - min(volume, least);
  return pressure * (before * less_logarithm((max(then, least) - before) / before) + constant * (1.0 - before / least));
}

// Returns r - log(1 + r), also where r is small.
fn less_logarithm(r: f32) -> f32 {
  if (abs(r) > 0.1) {
    return r - log(1.0 + r);
  }
  return r * r * (0.5 - r * (1.0 / 3.0 - r * (0.25 - r * (0.2 - r * (1.0 / 6.0 - r / 7.0)))));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let body = group.x + group.y * groups.x;
  // Coefficients of the volume's change by the 1st to 3rd power of the step length.
  var sum = vec3f();
  if (body < parameters.body_count) {
    let first_vertex = body_word(body, BODY_VERTEX_BASE);
    let reference = position(first_vertex);
    let still = vector_at(VECTOR_SOLUTION, first_vertex);
    let end = first_surface_vertex(body + 1u);
    for (var s = first_surface_vertex(body) + thread; s < end; s += WORKGROUP_SIZE) {
      let v = world_surface_vertex(s);
      let d = vector_at(VECTOR_SOLUTION, v);
      let fan = fan_of_solution(body, s);
      sum += vec3f(dot(d, volume_gradient(s)), dot(position(v) - reference, fan) / 6.0, dot(d - still, fan) / 18.0);
    }
  }
  thread_volumes[thread] = sum;
  workgroupBarrier();
  var sums: LengthSums;
  if (thread == 0u && body < parameters.body_count) {
    for (var k = 1u; k < WORKGROUP_SIZE; k++) {
      sum += thread_volumes[k];
    }
    let at = GAS_TERM_STRIDE * body;
    let pressure = gas_terms[at + GAS_TERM_PRESSURE];
    let stiffness = gas_terms[at + GAS_TERM_STIFFNESS];
    let volume = gas_terms[at + GAS_TERM_VOLUME];
    let least = gas_terms[at + GAS_TERM_LEAST_VOLUME];
    var l = 1.0;
    for (var n = 0u; n < STEP_LENGTHS; n++) {
      let curved = l * l * (sum.y + l * sum.z);
      var work = 0.0;
      if (pressure > 0.0) {
        work = work_of_gas(pressure, volume, least, volume + l * sum.x + curved);
      }
      sums[n] = work - pressure * curved - 0.5 * stiffness * l * l * sum.x * sum.x;
      l *= 0.5;
    }
  }
  if (body < parameters.body_count) {
    // Behind the chunks of tetrahedra and of springs.
    let chunks = (parameters.tet_count + SUM_CHUNK - 1u) / SUM_CHUNK + (parameters.spring_count + SUM_CHUNK - 1u) / SUM_CHUNK;
    put_remainders(sums, chunks + body, thread);
  }
}
