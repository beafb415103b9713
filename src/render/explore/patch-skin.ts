import { BufferAttribute, BufferGeometry, type Color, DoubleSide, Mesh, MeshStandardNodeMaterial } from 'three/webgpu';

/** Polygon offset of the skin, so that lines along its edges lie in front of it [steps of the depth buffer]. */
const BEHIND_LINES = 1.5;

/** A body's skin with a colour per face. */
export class PatchSkin {
  readonly mesh: Mesh<BufferGeometry, MeshStandardNodeMaterial>;
  private readonly colours: BufferAttribute;

  /** @param faces vertex ids, 3 per face    @param positions of the body's vertices [m]; copied */
  constructor(faces: Uint32Array, positions: Float32Array) {
    const joined = new BufferGeometry();
    joined.setAttribute('position', new BufferAttribute(positions.slice(), 3));
    joined.setIndex(new BufferAttribute(Uint32Array.from(faces), 1));
    joined.computeVertexNormals();
    const geometry = joined.toNonIndexed();
    this.colours = new BufferAttribute(new Float32Array(3 * faces.length), 3);
    geometry.setAttribute('color', this.colours);
    const material = new MeshStandardNodeMaterial({ roughness: 0.6, side: DoubleSide, vertexColors: true });
    material.polygonOffset = true;
    material.polygonOffsetFactor = material.polygonOffsetUnits = BEHIND_LINES;
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
  }

  paint(colourOf: (face: number) => Color): void {
    const { array } = this.colours;
    for (let i = 0; i < array.length; i += 9) {
      const colour = colourOf(i / 9);
      for (let corner = 0; corner < 3; corner++) colour.toArray(array, i + 3 * corner);
    }
    this.colours.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
