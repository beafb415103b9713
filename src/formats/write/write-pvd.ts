/**
 * Parts of a `.pvd` file, by which ParaView and VisIt open a sequence of files as one, with the time of each: what stands before the first frame, a frame,
 * and what stands after the last one. Head, frames and tail after one another are the file; without some of the frames they are one, too.
 * Source: ParaView wiki, ParaView/Data formats, PVD file format.
 */
export const PVD = {
  head: '<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">\n<Collection>\n',
  /** @param time [s]    @param file path of the frame's file, relative to that of the .pvd file */
  frame: (time: number, file: string): string =>
    `<DataSet timestep="${time}" group="" part="0" file="${file.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"/>\n`,
  tail: '</Collection>\n</VTKFile>\n',
} as const;
