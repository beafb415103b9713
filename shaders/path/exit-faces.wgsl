// Finds the faces through which a ray from the query point p leaves a tetrahedron (Chen et al. 2023, supplement, Algorithm 2). A traversal
// passes these faces next. Twin of src/simulation/path/exit-faces.ts. Terms, such as lifted line: src/simulation/path/shortest-path.ts.
#include /shaders/path/path-body.wgsl;

// Relative tolerance for a ray that passes just outside a face: such a face still counts as an exit. The tolerance is larger than in the
// twin, because float32 rounding errors are some 1e-7 of the coordinates, and rounding can put s this far beside the ray.
const RAY_TOLERANCE = 2e-6;

// Columns: two directions perpendicular to the ray, and the ray's direction. The ray starts at p, which is the origin.
var<private> ray_frame: mat3x3f;
// Range of distances along the ray [m]. Faces that lie completely outside of it are no exits.
var<private> ray_near: f32;
var<private> ray_far: f32;

// If a lifted line may run past s and come back, it is followed to this multiple of |s - p|. Source: Chen et al. 2023, supplement, 1.2.
const MAX_LENGTH_RATIO = 2.0;

// Aims the ray from p at s, or in the opposite direction (`away`). `offset` is s - p, and `length` is its length [m]. If the length
// is 0, the range is empty. `may_overshoot` says whether the lifted line may run past s and come back. Source of the frame and its terms a
// and b: Duff et al. 2017.
fn aim_ray(offset: vec3f, length: f32, may_overshoot: bool, away: bool) {
  if (!(length > 0.0)) {
    ray_frame = mat3x3f(vec3f(1.0, 0.0, 0.0), vec3f(0.0, 1.0, 0.0), vec3f(0.0, 0.0, 1.0));
    ray_near = LARGEST;
    ray_far = -LARGEST;
    return;
  }
  let direction = select(offset, -offset, away) / length;
  let sign_z = select(-1.0, 1.0, direction.z >= 0.0);
  let a = -1.0 / (sign_z + direction.z);
  let b = direction.x * direction.y * a;
  ray_frame = mat3x3f(
    vec3f(1.0 + sign_z * direction.x * direction.x * a, sign_z * b, -sign_z * direction.x),
    vec3f(b, sign_z + direction.y * direction.y * a, -direction.y), direction);
  let towards = select(length, MAX_LENGTH_RATIO * length, may_overshoot);
  ray_near = select(-length, -towards, away);
  ray_far = select(towards, length, away);
}

// Returns the cross product of two vectors in the plane perpendicular to the ray.
fn cross2(p: vec3f, q: vec3f) -> f32 {
  return p.x * q.y - p.y * q.x;
}

// Tests whether a face's extent along the ray overlaps the range. a, b, c: the distances of its corners along the ray.
fn in_reach(a: f32, b: f32, c: f32, rounding: f32) -> bool {
  return min(a, min(b, c)) <= ray_far + rounding && max(a, max(b, c)) >= ray_near - rounding;
}

// Returns the exits as a bit mask: bit i is set for the face opposite corner i.
fn exit_faces(vertices: vec4u) -> u32 {
  let a = offset_to(vertices.x) * ray_frame;
  let b = offset_to(vertices.y) * ray_frame;
  let c = offset_to(vertices.z) * ray_frame;
  let d = offset_to(vertices.w) * ray_frame;
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
  return exits;
}
