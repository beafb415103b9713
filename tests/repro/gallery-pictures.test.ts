import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { FIGURES_SCENE } from '../../src/scenes/figures/figures-scene.ts';
import { SCENES } from '../../src/scenes/scenes.ts';

// The page of 2D figures had no picture: the gallery's request was answered with 404.
it.each([...SCENES.map(({ name }) => name), FIGURES_SCENE])('the gallery has a picture of %s', (name) => {
  expect(existsSync(resolve(`public/gallery/${name}.jpg`))).toBe(true);
});
