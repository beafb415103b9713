// A Neo-Hookean tetrahedron of an implicit Euler step: what it is made of, and its energy's gradient. Twin of the same functions of
// src/simulation/integrators/implicit-euler/element.ts and elements.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/material.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/constraints/elastic/displacement.wgsl;
#include /shaders/integrators/implicit-euler/has-springs.wgsl;
#reads parameters;

struct Element {
  // Vertex ids in the world.
  vertices: vec4u,
  // Edge vectors from corner 0, at the step's start and now [m]: columns.
  edges_t0: mat3x3f,
  edges: mat3x3f,
  // Metric M of the rest shape [1/m^2], and its volume [m^3].
  metric: mat3x3f,
  volume: f32,
  // Parameters of the energy [Pa] (neoHookeanParameters), and material damping per time step.
  mu: f32,
  lambda: f32,
  damping: f32,
}

// Loads tetrahedron `tet` of the world, which belongs to `body`.
fn load_element(body: u32, tet: u32) -> Element {
  let model = body_model(body);
  let k = tet - body_word(body, BODY_TET_BASE);
  let v = elastic_vertices(model, k) + body_word(body, BODY_VERTEX_BASE);
  var loaded: Element;
  loaded.vertices = v;
  let x = position_t0(v.x);
  loaded.edges_t0 = mat3x3f(position_t0(v.y) - x, position_t0(v.z) - x, position_t0(v.w) - x);
  let u = displacement(v.x);
  loaded.edges = loaded.edges_t0 + mat3x3f(displacement(v.y) - u, displacement(v.z) - u, displacement(v.w) - u);
  loaded.metric = elastic_rest_metric(model, k);
  loaded.volume = elastic_volume(model, k);
  var mu = parameters.mu;
  var lame = parameters.lambda;
  var damping_time = parameters.material_damping;
  let material = body_word(body, BODY_MATERIAL);
  if (material != 0u) {
    mu = material_number(material, MATERIAL_MU);
    lame = material_number(material, MATERIAL_LAMBDA);
    damping_time = material_number(material, MATERIAL_MATERIAL_DAMPING);
  }
  loaded.mu = mu;
  loaded.lambda = lame + mu;
  loaded.damping = damping_time * parameters.inverse_dt;
  return loaded;
}

// Returns the determinants of the deformation at the step's start (x) and now (y).
fn determinants(tet: Element) -> vec2f {
  return vec2f(determinant(tet.edges_t0), determinant(tet.edges)) / (6.0 * tet.volume);
}

// Returns the derivative of the energy density by the determinant [Pa].
fn pressure_of(tet: Element) -> f32 {
  let j = determinants(tet);
  let elastic = tet.lambda * (j.y - 1.0 - tet.mu / tet.lambda);
  return elastic + tet.damping * (tet.lambda - tet.mu) * (j.y - j.x);
}

// Returns the change of E^T E since the step's start, with E the matrix of the edges.
fn change_of_metric(tet: Element) -> mat3x3f {
  let moved = tet.edges - tet.edges_t0;
  return transpose(moved) * tet.edges + transpose(tet.edges_t0) * moved;
}

// Tests whether the edges are strained too much for a linearisation at them.
fn is_strained(tet: Element) -> bool {
  let change = tet.metric * change_of_metric(tet);
  let twin = transpose(change);
  let squared = dot(change[0], twin[0]) + dot(change[1], twin[1]) + dot(change[2], twin[2]);
  return !(squared <= MOST_STRAIN_SQUARED);
}

// Returns the gradient of the energy by the edges [N], as columns.
fn element_gradient(tet: Element) -> mat3x3f {
  let e = tet.edges;
  let cofactors = mat3x3f(cross(e[1], e[2]), cross(e[2], e[0]), cross(e[0], e[1]));
  let stress = tet.mu * (tet.metric + tet.damping * (tet.metric * change_of_metric(tet) * tet.metric));
  return (pressure_of(tet) / 6.0) * cofactors + tet.volume * (e * stress);
}
