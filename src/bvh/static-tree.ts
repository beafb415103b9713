import { buildOrder } from './build.ts';
import { fitTree } from './refit.ts';
import { BOX_STRIDE, LEAF_SIZE, layoutForest, nodeCount, type TreeLayout } from './tree.ts';
import { DONE, leafBegin, nextLeafAt, nextLeafIn, nodeAfter, ROOT } from './walk.ts';

/** A tree over primitives that don't move. */
export class StaticTree {
  private readonly layout: TreeLayout;
  private readonly order: Uint32Array;
  private readonly boxes: Float32Array;

  /**
   * @param positions 3 numbers per vertex
   * @param vertices vertex ids, `corners` per primitive
   */
  constructor(positions: Float32Array, vertices: Uint32Array, corners: number) {
    const count = vertices.length / corners;
    [this.layout] = layoutForest([count], LEAF_SIZE);
    this.order = new Uint32Array(count);
    this.boxes = new Float32Array(BOX_STRIDE * nodeCount(this.layout));
    const centres = new Float32Array(3 * count);
    for (let i = 0; i < vertices.length; i++)
      for (let k = 0; k < 3; k++) centres[3 * Math.floor(i / corners) + k] += positions[3 * vertices[i] + k] / corners;
    buildOrder(this.layout, centres, this.order);
    fitTree(this.layout, this.order, { vertices, corners, vertexBase: 0, stride: 3 }, positions, this.boxes);
  }

  /** Visits the primitives of all leaves whose boxes contain a point, inside or on their surface. @param point 3 coordinates */
  visitAt(point: Float32Array, visit: (primitive: number) => void): void {
    const { layout, boxes } = this;
    for (let n = nextLeafAt(layout, boxes, ROOT, point); n !== DONE; n = nextLeafAt(layout, boxes, nodeAfter(n), point))
      this.visitLeaf(n, visit);
  }

  /** Visits the primitives of all leaves whose boxes touch or overlap a box. @param box lower and upper corner */
  visitIn(box: Float32Array, visit: (primitive: number) => void): void {
    const { layout, boxes } = this;
    for (let n = nextLeafIn(layout, boxes, ROOT, box); n !== DONE; n = nextLeafIn(layout, boxes, nodeAfter(n), box))
      this.visitLeaf(n, visit);
  }

  private visitLeaf(node: number, visit: (primitive: number) => void): void {
    const end = leafBegin(this.layout, node + 1);
    for (let k = leafBegin(this.layout, node); k < end; k++) visit(this.order[k]);
  }
}
