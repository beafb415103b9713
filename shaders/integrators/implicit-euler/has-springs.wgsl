// Which elements make a body elastic.
#include /shaders/path/body-of.wgsl;
#reads dispatch_arguments;

// Tests whether springs do, rather than tetrahedra. The dispatch's argument is odd if springs are the elements of the scene's material.
fn has_springs(body: u32) -> bool {
  let elements = body_word(body, BODY_ELEMENTS);
  return select(elements == ELEMENTS_SPRINGS, (dispatch_arguments.argument & 1u) == 1u, elements == ELEMENTS_AS_SCENE);
}
