// One XPBD iteration over a hinge of cloth: the angle between two triangles' normals. Twin of solveHinges in
// src/simulation/constraints/cloth/solve-hinges.ts. Constraints are numbered behind the triangles.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/moment.wgsl;
#include /shaders/constraints/elastic/add-displacement.wgsl;
#include /shaders/shared/material.wgsl;
#include /shaders/constraints/cloth/angle.wgsl;
#reads parameters, topology, inverse_masses;
#writes multipliers;

fn solve_hinge(body: u32, model: u32, constraint: u32) {
  let triangles = topology[model + MODEL_TRIANGLE_COUNT];
  let hinge = constraint - triangles;
  let v = cloth_hinge(model, hinge) + body_word(body, BODY_VERTEX_BASE);
  let w = vec4f(inverse_masses[v.x], inverse_masses[v.y], inverse_masses[v.z], inverse_masses[v.w]);
  var rigidity = parameters.bending_stiffness;
  var damping_time = parameters.material_damping;
  let material = body_word(body, BODY_MATERIAL);
  if (material != 0u) {
    rigidity = material_number(material, MATERIAL_BENDING_STIFFNESS);
    damping_time = material_number(material, MATERIAL_MATERIAL_DAMPING);
  }
  if (all(w == vec4f()) || rigidity == 0.0) {
    return;
  }
  let origin = position_t0(v.x);
  let start = displacement(v.x);
  let before = mat3x3f(position_t0(v.y) - origin, position_t0(v.z) - origin, position_t0(v.w) - origin);
  let moved = mat3x3f(displacement(v.y) - start, displacement(v.z) - start, displacement(v.w) - start);
  let edges = before + moved;
  let normal_c = cross(edges[0], edges[1]);
  let normal_d = cross(edges[2], edges[0]);
  let square_c = dot(normal_c, normal_c);
  let square_d = dot(normal_d, normal_d);
  if (!(min(square_c, square_d) > TINY)) {
    return; // a triangle without area has no normal
  }
  let square = dot(edges[0], edges[0]);
  let edge = sqrt(square);
  let inverse = 1.0 / (sqrt(square_c) * sqrt(square_d));
  let angle = angle_of(-inverse * edge * dot(normal_c, edges[2]), inverse * dot(normal_c, normal_d));

  let gc = -edge / square_c * normal_c;
  let gd = -edge / square_d * normal_d;
  let gb = -(dot(edges[1], edges[0]) / square) * gc - dot(edges[2], edges[0]) / square * gd;
  let ga = -(gb + gc + gd);
  let change = dot(gb, moved[0]) + dot(gc, moved[1]) + dot(gd, moved[2]);
  let weight = dot(w, vec4f(dot(ga, ga), dot(gb, gb), dot(gc, gc), dot(gd, gd)));
  let stiffness = rigidity * parameters.dt * parameters.dt * cloth_hinge_shape(model, hinge);
  let damping = damping_time * parameters.inverse_dt;
  let m = body_word(body, BODY_MULTIPLIER_BASE) + CLOTH_TRIANGLE_MULTIPLIERS * triangles + hinge;
  let strain = angle - cloth_rest_angle(model, hinge) + damping * change;
  let step = (-multipliers[m] - stiffness * strain) / (1.0 + stiffness * (1.0 + damping) * weight);
  multipliers[m] += step;
  add_displacement(v.x, w.x * step * ga);
  add_displacement(v.y, w.y * step * gb);
  add_displacement(v.z, w.z * step * gc);
  add_displacement(v.w, w.w * step * gd);
  add_moment(v.x, step * (cross(before[0], gb) + cross(before[1], gc) + cross(before[2], gd)));
}
