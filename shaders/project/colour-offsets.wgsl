// Colouring contacts, part 5 of 6: of the colours' sizes their starts. Entry c + 1 gets the start of colour c, and grows to
// its end while contacts are put there. One element.
#include /shaders/shared/dispatch.wgsl;

@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(3) @binding(4) var<storage, read_write> colour_offsets: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  var start = 0u;
  for (var c = 1u; c <= MAX_COLOURS; c++) {
    let size = colour_offsets[c];
    colour_offsets[c] = start;
    start += size;
  }
}
