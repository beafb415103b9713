// Indirect dispatches: their size is computed on the device.
#writes indirect;

// Maximum number of workgroups per dimension on every WebGPU device (default of the limit maxComputeWorkgroupsPerDimension).
const MAX_ROW = 65535u;

// Writes the workgroup counts of a dispatch over `count` elements to a slot (INDIRECT_*). If they are more than MAX_ROW,
// they form several rows, as element() in dispatch.wgsl expects.
fn write_indirect(slot: u32, count: u32) {
  let groups = (count + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let rows = (groups + MAX_ROW - 1u) / MAX_ROW;
  let at = INDIRECT_STRIDE * slot;
  indirect[at] = select((groups + rows - 1u) / max(rows, 1u), 0u, rows == 0u);
  indirect[at + 1u] = rows;
  indirect[at + 2u] = 1u;
}
