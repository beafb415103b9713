// What a step is told: one uniform, written once a step. Units as in src/simulation/parameters.ts.
// A kernel that needs it declares: @group(0) @binding(0) var<uniform> parameters: Parameters;
struct Parameters {
  dt: f32, // time step [s]
  inverse_dt: f32, // [1/s]
  gravity: f32, // downward along y [m/s^2]
  velocity_damping: f32, // [1/s]
  mu: f32, // Lame's second parameter, the shear modulus [Pa]
  lambda: f32, // Lame's first parameter [Pa]
  spring_stiffness: f32, // [N/m]
  material_damping: f32, // damping over stiffness [s]
  static_friction: f32,
  dynamic_friction: f32,
  contact_offset: f32, // [m]
  depenetration_speed: f32, // [m/s]; 0: no limit
  drag_compliance: f32, // [m/N]
  culling: u32, // 1: infeasible-region culling
  vertex_count: u32,
  body_count: u32,
  collider_count: u32,
  attachment_count: u32,
  // Capacities: src/simulation/capacities.ts. The initial ones say which ids contacts have.
  initial_queries: u32,
  initial_hits: u32,
  pairs_per_point: u32,
  query_capacity: u32,
  colour_capacity: u32,
}
