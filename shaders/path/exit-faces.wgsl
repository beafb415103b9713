// Algorithm 2: by which faces does a ray leave a tetrahedron? Twin of src/simulation/path/exit-faces.ts, which says why.

// The twin's tolerance is smaller: rounding errors are some 1e-7 here, and s itself is that far off the ray.
const RAY_TOLERANCE = 2e-6;
// Set beside the four bits of the faces for an element turned inside out.
const INVERTED = 16u;

// From p, the origin. Columns: two directions perpendicular to the ray, and its own.
var<private> ray_frame: mat3x3f;
var<private> ray_length: f32; // from p to s [m]
// Faces that lie wholly before or beyond these distances along the ray are no exits [m].
var<private> ray_near: f32;
var<private> ray_far: f32;

const EVERYWHERE = 3.4e38;

// Points the ray along a vector of the given length > 0. Source: Duff et al. 2017.
fn aim_ray(direction: vec3f, length: f32) {
  let w = direction / length;
  let s = select(-1.0, 1.0, w.z >= 0.0);
  let a = -1.0 / (s + w.z);
  let b = w.x * w.y * a;
  ray_frame = mat3x3f(vec3f(1.0 + s * w.x * w.x * a, s * b, -s * w.x), vec3f(b, s + w.y * w.y * a, -w.y), w);
  ray_length = length;
  ray_far = length;
  ray_near = -EVERYWHERE;
}

// Past an inverted element the lifted ray may run backward: it is followed to twice the distance (supplement, 1.2).
fn reach_further() {
  ray_far = 2.0 * ray_length;
  ray_near = -ray_length;
}

fn cross2(p: vec3f, q: vec3f) -> f32 {
  return p.x * q.y - p.y * q.x;
}

fn in_reach(a: f32, b: f32, c: f32, rounding: f32) -> bool {
  return min(a, min(b, c)) <= ray_far + rounding && max(a, max(b, c)) >= ray_near - rounding;
}

fn exit_faces(vertices: vec4u) -> u32 {
  let a = corner(vertices.x) * ray_frame;
  let b = corner(vertices.y) * ray_frame;
  let c = corner(vertices.z) * ray_frame;
  let d = corner(vertices.w) * ray_frame;
  let largest = max(max(abs(a), abs(b)), max(abs(c), abs(d)));
  let across = max(largest.x, largest.y);
  let rounding = RAY_TOLERANCE * max(across, largest.z);
  let tolerance = rounding * across;

  let ab = cross2(a, b);
  let ac = cross2(a, c);
  let ad = cross2(a, d);
  let bc = cross2(b, c);
  let bd = cross2(b, d);
  let cd = cross2(c, d);
  var exits = 0u;
  if (bc >= -tolerance && cd >= -tolerance && bd <= tolerance && in_reach(b.z, c.z, d.z, rounding)) {
    exits |= 1u;
  }
  if (ad >= -tolerance && cd <= tolerance && ac <= tolerance && in_reach(a.z, d.z, c.z, rounding)) {
    exits |= 2u;
  }
  if (ab >= -tolerance && bd >= -tolerance && ad <= tolerance && in_reach(a.z, b.z, d.z, rounding)) {
    exits |= 4u;
  }
  if (ac >= -tolerance && bc <= tolerance && ab <= tolerance && in_reach(a.z, c.z, b.z, rounding)) {
    exits |= 8u;
  }
  let volume = -(a.z * (bc + cd - bd) + b.z * (ad - cd - ac) + c.z * (ab + bd - ad) + d.z * (ac - bc - ab));
  return select(exits, exits | INVERTED, volume < 0.0);
}
