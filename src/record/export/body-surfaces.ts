import { linearFromSrgb } from '../../formats/read/read-numbers.ts';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import { embeddedPositions } from '../../mesh/embed.ts';
import { NONE } from '../../mesh/topology.ts';
import { bodyColour } from '../../simulation/world/body-colour.ts';
import type { Placement, World } from '../../simulation/world/world.ts';

/** The surface of a body that files of surfaces get, and where its vertices are at a state. */
export interface BodySurface {
  /** Index of the body in the scene's list. */
  readonly body: number;
  /** Name of the body's model, which is the mesh's in a scene of one's own, and the body's index: 'octopus 0'. */
  readonly name: string;
  /** Colour that the body is drawn in where its surface has none: 0xrrggbb, in sRGB. */
  readonly colour: number;
  /** Topology and look; its positions are those of the rest shape or of the file that it came from. */
  readonly surface: DrawnSurface;
  /** Writes the positions of the surface's vertices [m]. @param positions of the world's vertices [m] */
  place(positions: Float32Array, out: Float32Array): void;
}

/**
 * Lists the surfaces of a world's bodies, in the scene's order: the embedded one of a body that has one, else the boundary of its tetrahedra, or the
 * triangles of cloth and of bodies in the plane. Bodies without triangles, such as ropes, have none.
 * @param placements those that the world was made of
 */
export function bodySurfaces(world: World, placements: readonly Pick<Placement, 'surface'>[]): BodySurface[] {
  return world.bodies
    .map(({ model, vertexBase, placement, skin }, body): BodySurface => {
      const { name, mesh, topology } = world.models[model];
      const shown = { body: placement, name: `${name} ${placement}`, colour: bodyColour(body, skin) };
      const embedded = placements[placement]?.surface;
      if (embedded) {
        const place = (positions: Float32Array, out: Float32Array) =>
          embeddedPositions(embedded, mesh.tets, positions.subarray(3 * vertexBase), out);
        return { ...shown, surface: embedded, place };
      }
      const { vertices, triangles } = withoutInner(topology.faces, mesh.positions.length / 3);
      const positions = new Float32Array(3 * vertices.length);
      gather(mesh.positions, 0, vertices, positions);
      return {
        ...shown,
        surface: { positions, triangles, groups: [], materials: skin ? [plain(skin.colour)] : [] },
        place: (of, out) => gather(of, vertexBase, vertices, out),
      };
    })
    .filter(({ surface }) => surface.triangles.length > 0)
    .sort((a, b) => a.body - b.body);
}

/** Names a body, and returns its surface in the colour in which it is drawn, if the surface has no look of its own. */
export function namedSurface({ name, surface, colour }: BodySurface): { name: string; surface: DrawnSurface } {
  const hasLook = surface.materials.length > 0 || surface.colours !== undefined;
  return { name, surface: hasLook ? surface : { ...surface, materials: [plain(colour)] } };
}

/** Returns a body's surface at a state. */
export function surfaceAt({ surface, place }: BodySurface, positions: Float32Array): DrawnSurface {
  const placed = new Float32Array(surface.positions.length);
  place(positions, placed);
  return { ...surface, positions: placed };
}

/** A material of one colour. @param colour 0xrrggbb, in sRGB */
const plain = (colour: number) => ({
  name: 'skin',
  colour: [16, 8, 0].map((shift) => linearFromSrgb(((colour >> shift) & 0xff) / 255)) as [number, number, number],
  opacity: 1,
  roughness: 0.6,
  metalness: 0,
  doubleSided: false,
});

/** Numbers the vertices that triangles have, and leaves out the others. @returns the ids of those vertices, and triangles of their new numbers */
function withoutInner(faces: Uint32Array, vertexCount: number): { vertices: Uint32Array; triangles: Uint32Array } {
  const numbers = new Uint32Array(vertexCount).fill(NONE);
  for (const v of faces) numbers[v] = 0;
  const vertices: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (numbers[v] !== NONE) numbers[v] = vertices.push(v) - 1;
  return { vertices: Uint32Array.from(vertices), triangles: faces.map((v) => numbers[v]) };
}

function gather(from: Float32Array, base: number, vertices: Uint32Array, out: Float32Array): void {
  for (let i = 0; i < vertices.length; i++)
    for (let k = 0; k < 3; k++) out[3 * i + k] = from[3 * (base + vertices[i]) + k];
}
