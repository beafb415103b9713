/** Length of a PC2 file's head [bytes]. */
export const PC2_HEAD_LENGTH = 32;
/** The sign at a PC2 file's start, and the format's version. */
const SIGN = 'POINTCACHE2\0';
const VERSION = 1;

/** The settings of a PC2 file. */
export interface Pc2Sequence {
  readonly vertexCount: number;
  readonly frameCount: number;
}

/**
 * Writes the head of a `.pc2` file (PointCache2), from which Blender's modifier "Mesh Cache" and others read how vertices move. The frames follow, one
 * after the other: 3 numbers in float32 per vertex. The first one belongs to frame 0, and each next one to the next frame. All numbers have their lowest
 * byte first.
 * Source: Autodesk 3ds Max, Point Cache modifier; Blender, source/blender/modifiers/intern/MOD_meshcache_pc2.cc.
 */
export function pc2Head({ vertexCount, frameCount }: Pc2Sequence): Uint8Array {
  const head = new Uint8Array(PC2_HEAD_LENGTH);
  for (let i = 0; i < SIGN.length; i++) head[i] = SIGN.charCodeAt(i);
  const view = new DataView(head.buffer);
  view.setInt32(12, VERSION, true);
  view.setInt32(16, vertexCount, true);
  // The first frame, and frames from one sample to the next.
  view.setFloat32(20, 0, true);
  view.setFloat32(24, 1, true);
  view.setInt32(28, frameCount, true);
  return head;
}

/** The bytes of a frame. @param positions 3 per vertex [m] */
export const pc2Frame = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
