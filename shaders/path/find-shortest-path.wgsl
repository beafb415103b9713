// Finds the shortest path from a point of an element to the boundary of its body, with a BVH over the boundary faces (Chen et al. 2023,
// supplement, Algorithm 3). Twin of src/simulation/path/search.ts.
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/tree.wgsl;
#include /shaders/path/answer.wgsl;
#include /shaders/path/candidate.wgsl;
#include /shaders/path/path-body.wgsl;
#reads boxes, orders;

// Returns false if `traverse` reached its limits. Otherwise the path was found, or there is none (best_face is NONE).
fn find_path(query: Query) -> bool {
  if (begin_query(query)) {
    return true;
  }
  let tree = face_tree(query.body);
  let leaves = first_leaf(tree);
  var nodes: array<u32, TREE_STACK>;
  var depth = 1u;
  nodes[0] = 0u;
  var next = 0u; // index in `orders` of the current leaf's next face
  var end = 0u; // index past the leaf's last face
  var face = slide_to_near_face(query.tet);
  // try_face is called in one place only, since shader compilers inline its code at every call.
  while (try_face(face, query)) {
    while (next == end) {
      if (depth == 0u) {
        return true;
      }
      depth--;
      var node = nodes[depth];
      // The best path may have become shorter since the node was pushed.
      if (box_distance_squared(boxes[tree.nodes + node], path_point) > best_squared) {
        continue;
      }
      while (node < leaves) {
        let left = 2u * node + 1u;
        let to_left = box_distance_squared(boxes[tree.nodes + left], path_point);
        let to_right = box_distance_squared(boxes[tree.nodes + left + 1u], path_point);
        bounds_tested += 2u;
        let right_first = u32(to_right < to_left);
        if (max(to_left, to_right) <= best_squared) {
          nodes[depth] = left + 1u - right_first;
          depth++;
        }
        if (min(to_left, to_right) > best_squared) {
          break;
        }
        node = left + right_first;
      }
      if (node >= leaves) {
        next = leaf_start(tree, node - leaves);
        end = leaf_start(tree, node - leaves + 1u);
      }
    }
    face = orders[next];
    next++;
  }
  return false;
}
