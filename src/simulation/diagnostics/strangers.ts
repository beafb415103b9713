import type { TetVisitor } from '../detect/pair-visitors.ts';
import { holdsVertex } from '../../mesh/topology.ts';
import type { World } from '../world/world.ts';

/** Stops at the first tetrahedron that shares no vertex with a given one. */
export class Strangers implements TetVisitor {
  private world: World | undefined = undefined;
  private body = 0;
  private tet = 0;

  begin(world: World, body: number, tet: number): void {
    this.world = world;
    this.body = body;
    this.tet = tet;
  }

  visit(body: number, tet: number): boolean {
    const { world } = this;
    if (!world || body !== this.body) return true;
    const { tets } = world.models[world.bodies[body].model].topology;
    for (let k = 0; k < 4; k++) if (holdsVertex(tets, tet, tets[4 * this.tet + k])) return false;
    return true;
  }
}
