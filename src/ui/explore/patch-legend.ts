import { PATCH } from '../../render/overlay-palette.ts';
import { colourSwatches, swatchColour } from '../swatches.ts';
import type { PatchNews } from './patches.ts';
import { headline, reason } from './patch-words.ts';

const tile = (colour: { getHexString(): string }): string =>
  `<i class="tile" ${swatchColour(`#${colour.getHexString()}`)}></i>`;
const tiles = (colours: readonly { getHexString(): string }[]): string =>
  `<span class="tints">${colours.map(tile).join('')}</span>`;
const figure = (n: number): string => n.toLocaleString('en');
const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Fills `host` with what the patches are, their figures, and the explanation of the clicked one. */
export function fillPatches(host: HTMLElement, { totals, explained }: PatchNews): void {
  const { patches, faces, culledFaces, pairs, pairsWithout } = totals;
  const told = explained ? '<p class="headline"></p><p class="where"></p>' : '';
  host.innerHTML = `${told}<dl class="totals">
    <dt>${tiles(PATCH.tints)}patches</dt><dd>${figure(patches)}</dd>
    <dd class="note">hold ${percent(culledFaces / faces)} of the ${figure(faces)} faces</dd>
    <dt>${tiles([PATCH.rest])}not ruled out</dt><dd>${percent(1 - culledFaces / faces)}</dd>
    <dd class="note">of the faces: too bent, or crumpled</dd>
    <dt>pairs left to test</dt><dd>${figure(pairs)}</dd>
    <dd class="note">instead of ${figure(pairsWithout)}: pairs of faces whose boxes meet, in no common patch</dd>
  </dl>`;
  colourSwatches(host);
  if (!explained) return;
  host.querySelector('.headline')!.textContent = headline(explained);
  host.querySelector('.where')!.textContent = reason(explained);
}
