// Indirect dispatches, whose number of workgroups is computed on the GPU.
#writes indirect;

// Maximum number of workgroups per dimension on every WebGPU device (default limit maxComputeWorkgroupsPerDimension).
const LONGEST_ROW = 65535u;

// Writes the numbers of workgroups for `count` elements into a slot (INDIRECT_*). If there are too many workgroups for one dimension,
// they form several rows, as element() in dispatch.wgsl expects.
fn write_indirect(slot: u32, count: u32) {
  let groups = (count + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let rows = (groups + LONGEST_ROW - 1u) / LONGEST_ROW;
  let at = INDIRECT_STRIDE * slot;
  indirect[at] = select((groups + rows - 1u) / max(rows, 1u), 0u, rows == 0u);
  indirect[at + 1u] = rows;
  indirect[at + 2u] = 1u;
}
