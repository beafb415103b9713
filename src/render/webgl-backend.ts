/** The part of three.js that draws by WebGL 2. */
export { WebGLBackend } from 'three/webgpu';
