/** The part of three.js that draws by WebGPU. */
export { WebGPUBackend } from 'three/webgpu';
