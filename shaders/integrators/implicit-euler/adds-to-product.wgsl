#reads dispatch_arguments;

// Tests whether forces are added to the vector `product`, in which those of gas are: bit 1 of the dispatch's argument.
fn adds_to_product() -> bool {
  return (dispatch_arguments.argument & 2u) != 0u;
}
