/** Gathers vertices and triangles of several parts, some with texture coordinates or colours, and others without. */
export class GrowingSurface {
  private readonly positions: number[] = [];
  private readonly uvs: number[] = [];
  private readonly colours: number[] = [];
  private readonly triangles: number[] = [];
  private readonly materialOf: number[] = [];
  private hasUvs = false;
  private hasColours = false;

  get vertexCount(): number {
    return this.positions.length / 3;
  }

  /** @param colour white by default */
  addVertex(position: readonly number[], uv?: ArrayLike<number>, colour?: ArrayLike<number>): void {
    this.positions.push(position[0], position[1], position[2]);
    this.hasUvs ||= uv !== undefined;
    this.hasColours ||= colour !== undefined;
    this.uvs.push(uv?.[0] ?? 0, uv?.[1] ?? 0);
    this.colours.push(colour?.[0] ?? 1, colour?.[1] ?? 1, colour?.[2] ?? 1);
  }

  addTriangle(a: number, b: number, c: number, material: number): void {
    this.triangles.push(a, b, c);
    this.materialOf.push(material);
  }

  arrays() {
    return {
      positions: Float64Array.from(this.positions),
      triangles: Uint32Array.from(this.triangles),
      uvs: this.hasUvs ? Float32Array.from(this.uvs) : undefined,
      colours: this.hasColours ? Float32Array.from(this.colours) : undefined,
      materialOf: this.materialOf,
    };
  }
}
