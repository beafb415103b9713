// Indirect dispatches: their size is computed on the device.
#writes indirect;

// Number of workgroups per dimension that every WebGPU device allows (default limit maxComputeWorkgroupsPerDimension).
const LONGEST_ROW = 65535u;

// Writes the workgroup counts for `count` elements into a slot (INDIRECT_*), in rows as element() expects them.
fn write_indirect(slot: u32, count: u32) {
  let groups = (count + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let rows = (groups + LONGEST_ROW - 1u) / LONGEST_ROW;
  let at = INDIRECT_STRIDE * slot;
  indirect[at] = select((groups + rows - 1u) / max(rows, 1u), 0u, rows == 0u);
  indirect[at + 1u] = rows;
  indirect[at + 2u] = 1u;
}
