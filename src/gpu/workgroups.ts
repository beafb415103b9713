import { WORKGROUP_SIZE } from './constants.ts';

/** Workgroups for a number of elements, in rows where one row can't hold them: element() in dispatch.wgsl. */
export function workgroups(count: number, longestRow: number): [number, number] {
  const groups = Math.ceil(count / WORKGROUP_SIZE);
  const rows = Math.max(1, Math.ceil(groups / longestRow));
  return [Math.ceil(groups / rows), rows];
}
