import {
  BufferAttribute,
  BufferGeometry,
  LineBasicNodeMaterial,
  LineSegments,
  Points,
  PointsNodeMaterial,
  type Object3D,
} from 'three/webgpu';
import { CONTACT, CONTACT_KINDS, queryCapacity, type Words } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { boundaryIndex } from './bodies.ts';
import { CONTACT_CCD, CONTACT_DCD, INTERSECTION } from './palette.ts';

/** Contacts drawn at most: enough for a pile, small enough to upload each frame. */
const MAX_LINES = 20000;

/** What can be shown over the bodies; each is drawn above them, so that nothing inside is hidden. */
export class Overlays {
  private readonly contacts = lines(MAX_LINES);
  private readonly penetrating = points(MAX_LINES);
  private readonly edges: LineSegments;
  private readonly tets: LineSegments;

  constructor(private readonly world: World) {
    this.edges = meshLines(world.vertexCount, faceEdges(boundaryIndex(world)), 0x30343a, 0.35);
    this.tets = meshLines(world.vertexCount, tetEdges(world), 0x30343a, 0.12);
  }

  get objects(): readonly Object3D[] {
    return [this.contacts, this.penetrating, this.edges, this.tets];
  }

  show(what: { contacts: boolean; penetrating: boolean; wireframe: boolean; tetrahedra: boolean }): void {
    this.contacts.visible = what.contacts;
    this.penetrating.visible = what.penetrating;
    this.edges.visible = what.wireframe;
    this.tets.visible = what.tetrahedra;
  }

  get needsPositions(): boolean {
    return this.contacts.visible || this.penetrating.visible || this.edges.visible || this.tets.visible;
  }

  /** @param counts of contacts from DCD and from CCD */
  updateContacts(positions: Float32Array, contacts: Words, counts: { readonly dcd: number; readonly ccd: number }): void {
    const position = this.contacts.geometry.getAttribute('position');
    const colour = this.contacts.geometry.getAttribute('color');
    let drawn = 0;
    const first = queryCapacity(this.world);
    for (let i = 0; i < counts.dcd + counts.ccd && drawn < MAX_LINES; i++) {
      const at = CONTACT.stride * (i < counts.dcd ? i : first + i - counts.dcd);
      const kind = contacts.u32[at + CONTACT.kind];
      if (kind === CONTACT_KINDS.none) continue;
      writeContact(positions, contacts, at, position.array as Float32Array, 6 * drawn);
      const { r, g, b } = kind === CONTACT_KINDS.dcd ? CONTACT_DCD : CONTACT_CCD;
      (colour.array as Float32Array).set([r, g, b, r, g, b], 6 * drawn);
      drawn++;
    }
    position.needsUpdate = true;
    colour.needsUpdate = true;
    this.contacts.geometry.setDrawRange(0, 2 * drawn);
  }

  updatePenetrating(positions: Float32Array, depths: Float32Array): void {
    const position = this.penetrating.geometry.getAttribute('position');
    let drawn = 0;
    for (let v = 0; v < depths.length && drawn < MAX_LINES; v++) {
      if (depths[v]! > 0) (position.array as Float32Array).set(positions.subarray(3 * v, 3 * v + 3), 3 * drawn++);
    }
    position.needsUpdate = true;
    this.penetrating.geometry.setDrawRange(0, drawn);
  }

  updateEdges(positions: Float32Array): void {
    for (const object of [this.edges, this.tets]) {
      if (!object.visible) continue;
      const position = object.geometry.getAttribute('position');
      (position.array as Float32Array).set(positions);
      position.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const object of [this.contacts, this.penetrating, this.edges, this.tets]) object.geometry.dispose();
  }
}

/** Writes both ends of a contact: the points with positive weights and those with negative ones. */
function writeContact(positions: Float32Array, contacts: Words, at: number, out: Float32Array, offset: number): void {
  out.fill(0, offset, offset + 6);
  for (let i = 0; i < 4; i++) {
    const weight = contacts.f32[at + CONTACT.w0 + i]!;
    const vertex = 3 * contacts.u32[at + CONTACT.v0 + i]!;
    const end = offset + (weight > 0 ? 0 : 3);
    for (let k = 0; k < 3; k++) out[end + k]! += Math.abs(weight) * positions[vertex + k]!;
  }
}

function lines(capacity: number): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(6 * capacity), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(6 * capacity), 3));
  return overlay(new LineSegments(geometry, new LineBasicNodeMaterial({ vertexColors: true, depthTest: false, transparent: true })));
}

function points(capacity: number): Points {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * capacity), 3));
  return overlay(new Points(geometry, new PointsNodeMaterial({ color: INTERSECTION, depthTest: false, transparent: true })));
}

function meshLines(vertexCount: number, index: Uint32Array, colour: number, opacity: number): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * vertexCount), 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  return overlay(new LineSegments(geometry, new LineBasicNodeMaterial({ color: colour, transparent: true, opacity })));
}

function overlay<T extends Object3D>(object: T): T {
  object.frustumCulled = false;
  object.visible = false;
  object.renderOrder = 2;
  return object;
}

function faceEdges(faces: Uint32Array): Uint32Array {
  const edges = new Uint32Array(2 * faces.length);
  for (let i = 0; i < faces.length; i++) {
    edges[2 * i] = faces[i]!;
    edges[2 * i + 1] = faces[i % 3 === 2 ? i - 2 : i + 1]!;
  }
  return edges;
}

/** The springs' vertices are the tetrahedra's edges, each once. */
function tetEdges(world: World): Uint32Array {
  const edges = new Uint32Array(2 * world.springCount);
  for (const { model, vertexBase, springBase } of world.bodies) {
    const { vertices } = world.models[model]!.springs;
    for (let i = 0; i < vertices.length; i++) edges[2 * springBase + i] = vertexBase + vertices[i]!;
  }
  return edges;
}
