/** Image of a texture, as its file has it. */
export interface TextureImage {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** The file's whole contents, not decoded. */
  readonly bytes: Uint8Array;
}

/** Look of a part of a surface, in the terms of glTF 2.0 (metallic-roughness). */
export interface SurfaceMaterial {
  /** Name in the file; several materials may have the same one. */
  readonly name: string;
  /** Red, green and blue, linear, from 0 to 1; multiplied with the texture. */
  readonly colour: readonly [number, number, number];
  /** From 0 (invisible) to 1. */
  readonly opacity: number;
  /** From 0 (a mirror) to 1 (matt). */
  readonly roughness: number;
  /** From 0 (no metal) to 1 (metal). */
  readonly metalness: number;
  /** Whether triangles are drawn that are seen from behind. */
  readonly doubleSided: boolean;
  /** Colours, in sRGB, with an opacity. */
  readonly colourTexture?: TextureImage;
  /** Tangent-space normals. */
  readonly normalTexture?: TextureImage;
}

/** Triangles of a surface that share a material. */
export interface SurfaceGroup {
  /** First triangle. */
  readonly first: number;
  /** Number of triangles. */
  readonly count: number;
  /** Index among the surface's materials. */
  readonly material: number;
}

/** A triangulated surface with all that is needed to draw it. Vertices at seams of the texture stand there more than once. Plain data. */
export interface DrawnSurface {
  /** 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, 3 per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Texture coordinates, 2 per vertex, (0, 0) is the upper left corner of the image as in glTF. */
  readonly uvs?: Float32Array;
  /** Red, green and blue per vertex, linear, from 0 to 1. */
  readonly colours?: Float32Array;
  /** In order of their triangles, and together all triangles; none if the whole surface has one material or no material. */
  readonly groups: readonly SurfaceGroup[];
  /** Looks that groups refer to; the first one is that of a surface without groups. */
  readonly materials: readonly SurfaceMaterial[];
}

/** A drawn surface whose vertices move with the tetrahedra around them. */
export interface EmbeddedSurface extends DrawnSurface {
  /** Tetrahedron per vertex of the surface. */
  readonly tetOfVertex: Uint32Array;
  /** 4 barycentric coordinates per vertex, in the order of the tetrahedron's corners. A vertex outside the mesh has negative ones. */
  readonly weights: Float32Array;
}
