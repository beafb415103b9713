// Addresses of the bits in the buffer `inside` that tell which bodies are deep in one another. Twin of src/simulation/detect/deep-pairs.ts.
#reads topology;

// The word in which bit other % 32 tells whether two bodies are deep in one another.
fn deep_word(own: u32, other: u32) -> u32 {
  return topology[WORLD_DEEP_PAIRS] + deep_words() * own + other / 32u;
}

// Number of such words per body.
fn deep_words() -> u32 {
  return (topology[WORLD_BODY_COUNT] + 31u) / 32u;
}
