import {
  BufferAttribute,
  BufferGeometry,
  InstancedBufferAttribute,
  LineBasicNodeMaterial,
  LineSegments,
  type Node,
  type Object3D,
  PointsNodeMaterial,
  Sprite,
} from 'three/webgpu';
import { color, instancedBufferAttribute } from 'three/tsl';
import { contactOfHit, contactOfQuery } from '../simulation/capacities.ts';
import { CONTACT, CONTACT_KINDS, isDcd, type Words } from '../simulation/state.ts';
import type { World } from '../simulation/world/world.ts';
import { boundaryIndex } from './bodies.ts';
import { CONTACT_CCD, CONTACT_DCD, MESH_LINE } from './overlay-palette.ts';
import { INTERSECTION } from './palette.ts';

/** Maximum number of contacts, and of penetrating vertices, that are drawn: enough for a pile, few enough to upload each frame. */
const MAX_DRAWN = 20000;
/** Side length of the square mark of a vertex or contact [pixels]. */
const POINT_SIZE = 5;

/**
 * Extra length of a contact's line along its normal, in radii of the bodies' thin parts. A line between the contact's two points would have
 * no length, since the solver has moved both points to one place.
 */
const EXTRA_LENGTH = 0.7;

/** Which overlays are shown. */
export interface OverlayChoice {
  contacts: boolean;
  penetrating: boolean;
  tetrahedra: boolean;
  wireframe: boolean;
}

/**
 * The overlays: contacts, penetrating vertices and mesh lines. Contacts and vertices are drawn above the bodies, so that those inside a
 * body are visible, too.
 */
export class Overlays {
  private readonly contacts = contactLines();
  private readonly contactDotPositions = createMarkAttribute();
  private readonly contactDotColours = createMarkAttribute();
  private readonly contactDots = points(
    this.contactDotPositions,
    instancedBufferAttribute<'vec3'>(this.contactDotColours, 'vec3'),
  );
  private readonly penetratingPositions = createMarkAttribute();
  private readonly penetrating = points(this.penetratingPositions, color(INTERSECTION));
  private readonly edges: LineSegments;
  private readonly tets: LineSegments;

  constructor(private readonly world: World) {
    this.edges = meshLines(world.vertexCount, faceEdges(boundaryIndex(world)), 0.4);
    this.tets = meshLines(world.vertexCount, tetEdges(world), 0.2);
  }

  get objects(): readonly Object3D[] {
    return [this.contacts, this.contactDots, this.penetrating, this.edges, this.tets];
  }

  show(choice: OverlayChoice): void {
    // WebGPU warns of draw calls without vertices.
    this.contacts.visible = choice.contacts && this.contacts.geometry.drawRange.count > 0;
    this.contactDots.visible = this.contacts.visible;
    this.penetrating.visible = choice.penetrating && this.penetrating.count > 0;
    this.edges.visible = choice.wireframe;
    this.tets.visible = choice.tetrahedra;
  }

  /**
   * Draws the contacts of the last step: a line per contact, and a dot at the line's first end.
   * @param counts `queries`: number of shortest-path queries, of which some have no contact; `ccd`: number of CCD contacts
   */
  updateContacts(
    positions: Float32Array,
    contacts: Words,
    counts: { readonly queries: number; readonly ccd: number },
  ): void {
    const position = this.contacts.geometry.getAttribute('position');
    const colour = this.contacts.geometry.getAttribute('color');
    let drawn = 0;
    const extraLength = EXTRA_LENGTH * Math.max(...this.world.models.map(({ thickness }) => thickness));
    for (let i = 0; i < counts.queries + counts.ccd && drawn < MAX_DRAWN; i++) {
      const { queries } = counts;
      const id = i < queries ? contactOfQuery(this.world, i) : contactOfHit(this.world, i - queries);
      const at = CONTACT.stride * id;
      const kind = contacts.u32[at + CONTACT.kind];
      if (kind === CONTACT_KINDS.none) continue;
      writeContact(positions, contacts, at, extraLength, position.array as Float32Array, 6 * drawn);
      this.contactDotPositions.array.set(
        (position.array as Float32Array).subarray(6 * drawn, 6 * drawn + 3),
        3 * drawn,
      );
      const { r, g, b } = isDcd(kind) ? CONTACT_DCD : CONTACT_CCD;
      this.contactDotColours.array.set([r, g, b], 3 * drawn);
      (colour.array as Float32Array).set([r, g, b, r, g, b], 6 * drawn);
      drawn++;
    }
    for (const bufferAttribute of [position, colour, this.contactDotPositions, this.contactDotColours])
      bufferAttribute.needsUpdate = true;
    this.contacts.geometry.setDrawRange(0, 2 * drawn);
    this.contactDots.count = drawn;
    this.contacts.visible = this.contactDots.visible = drawn > 0;
  }

  updatePenetrating(positions: Float32Array, depths: Float32Array): void {
    let drawn = 0;
    for (let v = 0; v < depths.length && drawn < MAX_DRAWN; v++) {
      if (depths[v] > 0) this.penetratingPositions.array.set(positions.subarray(3 * v, 3 * v + 3), 3 * drawn++);
    }
    this.penetratingPositions.needsUpdate = true;
    this.penetrating.count = drawn;
    this.penetrating.visible = drawn > 0;
  }

  updateEdges(positions: Float32Array): void {
    for (const object of [this.edges, this.tets]) {
      if (!object.visible) continue;
      const position = object.geometry.getAttribute('position');
      (position.array as Float32Array).set(positions);
      position.needsUpdate = true;
    }
  }

  /**
   * Draws only those parts of the mesh lines that a section (a plane that cuts the scene open) keeps.
   * @param mask true for fragments that are kept; undefined keeps all
   */
  cut(mask: Node<'bool'> | undefined): void {
    for (const { material } of [this.edges, this.tets]) {
      (material as LineBasicNodeMaterial).maskNode = mask ?? null;
      (material as LineBasicNodeMaterial).needsUpdate = true;
    }
  }

  dispose(): void {
    for (const lines of [this.contacts, this.edges, this.tets]) lines.geometry.dispose();
  }
}

/**
 * Writes both ends of the line of the contact whose record starts at word `at`. One end is the weighted mean of the vertices with positive
 * weights. The other end is the weighted mean of the vertices with negative weights, moved by `extraLength` [m] along the normal.
 */
function writeContact(
  positions: Float32Array,
  contacts: Words,
  at: number,
  extraLength: number,
  out: Float32Array,
  offset: number,
): void {
  out.fill(0, offset, offset + 6);
  const count = contacts.u32[at + CONTACT.count];
  for (let i = 0; i < count; i++) {
    const weight = contacts.f32[at + CONTACT.weights + i];
    const vertex = 3 * contacts.u32[at + CONTACT.vertices + i];
    const end = offset + (weight > 0 ? 0 : 3);
    for (let k = 0; k < 3; k++) out[end + k] += Math.abs(weight) * positions[vertex + k];
  }
  for (let k = 0; k < 3; k++) out[offset + 3 + k] += extraLength * contacts.f32[at + CONTACT.normal + k];
}

function contactLines(): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(6 * MAX_DRAWN), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(6 * MAX_DRAWN), 3));
  geometry.setDrawRange(0, 0);
  const material = new LineBasicNodeMaterial({ vertexColors: true, depthTest: false, transparent: true });
  return asOverlay(new LineSegments(geometry, material));
}

/** Creates an attribute with 3 numbers per drawn mark. */
const createMarkAttribute = () => new InstancedBufferAttribute(new Float32Array(3 * MAX_DRAWN), 3);

/** Creates square marks of constant size on the screen. (WebGPU's own points are one pixel large.) */
function points(positions: InstancedBufferAttribute, colour: Node<'vec3'> | Node<'color'>): Sprite {
  const material = new PointsNodeMaterial({ depthTest: false, transparent: true });
  material.colorNode = colour;
  material.positionNode = instancedBufferAttribute(positions);
  material.size = POINT_SIZE;
  material.sizeAttenuation = false;
  const sprite = asOverlay(new Sprite(material));
  sprite.count = 0;
  return sprite;
}

function meshLines(vertexCount: number, index: Uint32Array, opacity: number): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * vertexCount), 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  const material = new LineBasicNodeMaterial({ color: MESH_LINE, transparent: true, opacity });
  return asOverlay(new LineSegments(geometry, material));
}

function asOverlay<T extends Object3D>(object: T): T {
  object.frustumCulled = false;
  object.visible = false;
  object.renderOrder = 3;
  return object;
}

/**
 * Returns both ends of each triangle's three edges. An edge that two triangles share is listed twice.
 * @param faces vertex ids, 3 per face
 */
function faceEdges(faces: Uint32Array): Uint32Array {
  const edges = new Uint32Array(2 * faces.length);
  for (let i = 0; i < faces.length; i++) {
    edges[2 * i] = faces[i];
    edges[2 * i + 1] = faces[i % 3 === 2 ? i - 2 : i + 1];
  }
  return edges;
}

/** Returns both ends of all edges of the tetrahedra, each edge once. The models' springs are these edges. */
function tetEdges(world: World): Uint32Array {
  const edges = new Uint32Array(2 * world.springCount);
  for (const { model, vertexBase, springBase } of world.bodies) {
    const { vertices } = world.models[model].springs;
    for (let i = 0; i < vertices.length; i++) edges[2 * springBase + i] = vertexBase + vertices[i];
  }
  return edges;
}
