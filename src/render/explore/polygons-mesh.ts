import { BufferAttribute, BufferGeometry, type Color, DoubleSide, Mesh, MeshBasicNodeMaterial } from 'three/webgpu';
import { color } from 'three/tsl';
import { beforeToneMapping } from '../screen/untoned.ts';

export interface PolygonStyle {
  readonly opacity: number;
  /** Whether the polygons are drawn above everything (true) or are hidden by what is in front of them (false). */
  readonly isAbove: boolean;
  readonly renderOrder: number;
  /** Polygon offset away from the camera, against z-fighting with polygons in the same plane [steps of the depth buffer]. */
  readonly behind: number;
}

/** Unlit convex polygons of one colour. Each call of `show` replaces the polygons. */
export class PolygonsMesh {
  readonly mesh: Mesh<BufferGeometry, MeshBasicNodeMaterial>;

  constructor({ opacity, isAbove, renderOrder, behind }: PolygonStyle) {
    const material = new MeshBasicNodeMaterial({ side: DoubleSide, opacity, transparent: opacity < 1 });
    material.depthTest = !isAbove;
    material.depthWrite = opacity === 1;
    material.polygonOffset = behind > 0;
    material.polygonOffsetFactor = material.polygonOffsetUnits = behind;
    material.fog = false;
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = renderOrder;
    this.mesh.visible = false;
  }

  /** @param polygons corners of each polygon, in order around it, 3 coordinates per corner [m] */
  show(polygons: readonly (readonly (readonly number[])[])[], colour: Color): void {
    const numbers = polygons.flatMap((corners) =>
      corners.slice(2).flatMap((corner, i) => [...corners[0], ...corners[i + 1], ...corner]),
    );
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
    this.mesh.geometry.setAttribute('position', new BufferAttribute(Float32Array.from(numbers), 3));
    this.mesh.material.colorNode = color(beforeToneMapping(colour));
    this.mesh.material.needsUpdate = true;
    this.mesh.visible = numbers.length > 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
