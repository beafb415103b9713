// Groups of bodies that are held against one another: a forest (src/simulation/contacts/guarantee/momentum.ts).
#include /shaders/contacts/guarantee/words.wgsl;
#atomics guard;

// Stands for the mass of a body with a held vertex [kg]. It exceeds that of all free ones.
const HELD_MASS = 1e30;

// Notes that two bodies are held against one another (join in src/simulation/contacts/guarantee/momentum.ts).
fn join(a: u32, b: u32) {
  loop {
    let p = root_of(a);
    let q = root_of(b);
    if (p == q) {
      return;
    }
    let higher = max(p, q);
    if (atomicCompareExchangeWeak(&guard[word_of(WORLD_HELD_WITH, higher)], higher, min(p, q)).exchanged) {
      return;
    }
  }
}

fn root_of(body: u32) -> u32 {
  var root = body;
  loop {
    let next = atomicLoad(&guard[word_of(WORLD_HELD_WITH, root)]);
    if (next == root) {
      break;
    }
    root = next;
  }
  return root;
}
