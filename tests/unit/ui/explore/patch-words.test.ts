import { describe, expect, it } from 'vitest';
import { buildSurfaceTopology, type SurfaceMesh } from '../../../../src/mesh/surface-mesh.ts';
import { windingStrip } from '../../../../src/paper/winding-strip.ts';
import { buildPatchTree } from '../../../../src/simulation/self-collision/patch-tree.ts';
import { explainPatch, stillPatches } from '../../../../src/simulation/view/explain/explain-patch.ts';
import { surveyPatches } from '../../../../src/simulation/view/explain/survey-patches.ts';
import { degrees, headline, reason, totalsOf } from '../../../../src/ui/explore/patch-words.ts';
import { gridSurface } from '../../../fixtures/folded-surfaces.ts';

const treeOf = ({ positions, triangles }: SurfaceMesh) =>
  buildPatchTree(buildSurfaceTopology(triangles, positions.length / 3), positions);

const explain = (mesh: SurfaceMesh) => explainPatch(stillPatches(treeOf(mesh), mesh.positions), 0);

/** A strip of 9 x 4 quadrangles, bent by so many degrees per quadrangle. */
const bent = (step: number) =>
  gridSurface(9, 4, (i, j) => [Math.sin((i * step * Math.PI) / 180), j / 4, Math.cos((i * step * Math.PI) / 180)]);

describe('words on a patch', () => {
  it('say why its faces can’t touch', () => {
    const free = explain(bent(10));
    expect(headline(free)).toMatch(/can’t touch itself/);
    expect(reason(free)).toMatch(
      /^72 faces\. .* within 40° of the arrow.*doesn’t cross itself.*none of their 2,556 pairs/,
    );
  });

  it('say that normals are too far apart, and by how much', () => {
    const wide = explain(bent(25));
    expect(headline(wide)).toMatch(/may touch itself/);
    // The mean of the normals is the middle one; the outermost differ from it by four quadrangles.
    expect(reason(wide)).toMatch(/^72 faces, .*too far apart: one \(red\) points 100° away from the arrow/);
  });

  it('say that the outline crosses itself, and how often', () => {
    const told = explain(windingStrip());
    expect(reason(told)).toContain(`meets itself ${told.crossings.length} times (red)`);
    expect(reason({ ...told, crossings: told.crossings.slice(0, 1) })).toContain('meets itself once (red)');
    expect(reason({ ...told, crossings: [] })).toContain('too jagged');
  });

  it('say that a surface is no disc', () => {
    const tube = bent(40);
    // Joins the ends, which lie at one place.
    const joined = tube.triangles.map((v) => (v >= 45 ? v - 45 : v));
    const told = explain({ positions: tube.positions.subarray(0, 3 * 45), triangles: joined });
    expect(reason(told)).toMatch(/2 outlines \(red\), as a tube has/);
    expect(reason({ ...told, outline: [] })).toMatch(/close a surface/);
    expect(reason({ ...told, outline: told.outline.slice(1) })).toMatch(/passes twice through a point/);
  });

  it('add up the figures of bodies', () => {
    const [flat, folded] = [bent(1), bent(25)].map((mesh) => surveyPatches(treeOf(mesh), mesh.positions));
    const totals = totalsOf([flat, folded]);
    expect(totals.patches).toBe(1 + folded.culled.length);
    expect(totals.faces).toBe(144);
    expect(totals.culledFaces).toBeGreaterThan(72);
    expect(totals.pairs).toBe(folded.pairCount);
    expect(totals.pairsWithout).toBe(flat.pairCountWithout + folded.pairCountWithout);
  });

  it('give an angle a decimal where that matters', () => {
    expect([0.5, 1.55, 1.56, 1.58, 1.6].map(degrees)).toEqual(['29°', '89°', '89.4°', '90.5°', '92°']);
  });
});
