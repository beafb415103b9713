#reads dispatch_arguments;

// Tests whether forces are added to the vector `product`, in which those of gas are: a bit of the dispatch's argument.
fn adds_to_product() -> bool {
  return (dispatch_arguments.argument & ADDS_TO_PRODUCT) != 0u;
}
