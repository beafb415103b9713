// Colouring contacts, part 6 of 7: turns the number of contacts per colour into offsets. Entry c + 1 becomes the start of colour c; part 7
// then increments it for each contact of the colour, which makes it the end of colour c. One workgroup.
#include /shaders/contacts/projection/find-offsets.wgsl;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  find_offsets(thread);
}
