// Solves several colours of whole bodies: one workgroup per body, and a barrier between colours. No constraint connects two bodies, so a
// body needs no other synchronisation, and one dispatch does what took one per colour, to the same bits. The file that includes this one
// defines
//   colours_of(model: u32) -> vec2u // word in `topology` at which the colours' offsets start, and the number of colours
//   solve_colour(body: u32, model: u32, begin: u32, end: u32, thread: u32) // colour.wgsl or colour-shared.wgsl
// GPU version of byBody in src/simulation/constraints/elastic/batch.ts. Colours are dispatch_arguments.colour and the next
// colour_count - 1. If the argument is SOLVES_ITERATION, the kernel also does what displace.wgsl and place.wgsl do.
#include /shaders/shared/first-vertex.wgsl;
#include /shaders/constraints/elastic/displace-coordinate.wgsl;
#include /shaders/constraints/elastic/place-coordinate.wgsl;
#reads dispatch_arguments, topology;

@compute @workgroup_size(LARGEST_WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let index = group.x + group.y * groups.x;
  if (index >= dispatch_arguments.body_count) {
    return;
  }
  let body = dispatch_arguments.first_body + index;
  let model = body_model(body);
  let end_coordinate = 3u * first_vertex(body + 1u);
  if (dispatch_arguments.argument == SOLVES_ITERATION) {
    for (var i = 3u * first_vertex(body) + thread; i < end_coordinate; i += LARGEST_WORKGROUP) {
      displace_coordinate(i);
    }
  }
  let colours = colours_of(model);
  let end_colour = min(dispatch_arguments.colour + dispatch_arguments.colour_count, colours.y);
  for (var colour = dispatch_arguments.colour; colour < end_colour; colour++) {
    storageBarrier();
    solve_colour(body, model, topology[colours.x + colour], topology[colours.x + colour + 1u], thread);
  }
  storageBarrier();
  if (dispatch_arguments.argument == SOLVES_ITERATION) {
    for (var i = 3u * first_vertex(body) + thread; i < end_coordinate; i += LARGEST_WORKGROUP) {
      place_coordinate(i);
    }
  }
}
