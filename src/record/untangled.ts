// Recordings judge frames by this count, which the layers below need too.
export { InterpenetratingVertices } from '../simulation/diagnostics/interpenetrating-vertices.ts';
