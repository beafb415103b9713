// Colouring contacts, part 5 of 7: all rounds from the round given by the argument on, in one workgroup, so that the host need not know the
// number of rounds. Parts 3 and 4 have run the first rounds, if there are many contacts.
#include /shaders/contacts/projection/colour-pending.wgsl;
#reads dispatch_arguments;

@compute @workgroup_size(LARGEST_WORKGROUP)
fn main(@builtin(local_invocation_index) thread: u32) {
  colour_pending(thread, dispatch_arguments.argument);
}
