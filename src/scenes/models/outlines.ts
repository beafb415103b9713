/**
 * General shapes for scenes in the plane, as SVG paths (outlineFromPath) in a square of 100 units, y down. Each is one outline without holes.
 * There are 24, for a scene after Figure 3 of Mueller, Chentanez, Kim, Macklin 2015, Air Meshes for Robust Collision Handling.
 */
export const OUTLINES = {
  star: 'M50,0 L61.8,33.8 L97.6,34.5 L69,56.2 L79.4,90.5 L50,70 L20.6,90.5 L31,56.2 L2.4,34.5 L38.2,33.8 Z',
  sun: 'M50,0 L61.5,22.3 L85.4,14.6 L77.7,38.5 L100,50 L77.7,61.5 L85.4,85.4 L61.5,77.7 L50,100 L38.5,77.7 L14.6,85.4 L22.3,61.5 L0,50 L22.3,38.5 L14.6,14.6 L38.5,22.3 Z',
  gear: 'M85,41.6 L99.5,43 L99.5,57 L85,58.4 L80.7,68.8 L90,80 L80,90 L68.8,80.7 L58.4,85 L57,99.5 L43,99.5 L41.6,85 L31.2,80.7 L20,90 L10,80 L19.3,68.8 L15,58.4 L0.5,57 L0.5,43 L15,41.6 L19.3,31.2 L10,20 L20,10 L31.2,19.3 L41.6,15 L43,0.5 L57,0.5 L58.4,15 L68.8,19.3 L80,10 L90,20 L80.7,31.2 Z',
  heart: 'M50,92 C20,66 2,46 6,26 C10,6 38,2 50,26 C62,2 90,6 94,26 C98,46 80,66 50,92 Z',
  moon: 'M66,4 C30,2 6,26 8,54 C10,84 38,100 68,92 C44,84 34,68 34,48 C34,28 46,12 66,4 Z',
  arrow: 'M4,36 H54 V12 L98,50 L54,88 V64 H4 Z',
  fish: 'M4,50 C18,22 50,18 70,42 L96,22 C90,42 90,58 96,78 L70,58 C50,82 18,78 4,50 Z',
  cat: 'M14,6 L36,22 H64 L86,6 C96,34 98,58 84,76 C72,92 28,92 16,76 C2,58 4,34 14,6 Z',
  drop: 'M50,4 C62,28 84,46 84,66 C84,86 68,96 50,96 C32,96 16,86 16,66 C16,46 38,28 50,4 Z',
  leaf: 'M8,92 L18,74 C2,40 40,6 94,6 C96,60 60,100 26,82 Z',
  bolt: 'M58,2 L16,58 H44 L32,98 L82,38 H52 Z',
  house: 'M50,6 L96,46 H84 V94 H16 V46 H4 Z',
  cross: 'M34,4 H66 V34 H96 V66 H66 V96 H34 V66 H4 V34 H34 Z',
  mushroom: 'M6,52 C6,-4 94,-4 94,52 L62,56 L66,94 H34 L38,56 Z',
  boat: 'M46,8 L82,56 H96 L80,90 H20 L4,56 H46 Z',
  duck: 'M24,12 C42,4 54,16 48,36 C60,48 76,46 92,34 C100,70 78,92 52,92 C22,92 8,70 24,48 L4,32 Z',
  bone: 'M26,40 C10,44 2,30 12,22 C8,8 26,4 32,18 C34,26 30,32 40,36 L62,58 C70,68 76,64 82,68 C96,74 92,92 78,88 C70,98 56,90 60,74 Z',
  pear: 'M46,4 L56,4 C54,14 66,24 66,40 C66,52 86,56 84,76 C82,96 18,96 16,76 C14,56 36,52 36,40 C36,26 46,20 46,4 Z',
  'letter L': 'M18,4 H44 V70 H90 V96 H18 Z',
  'letter T': 'M6,4 H94 V30 H63 V96 H37 V30 H6 Z',
  'letter U': 'M10,4 H36 V54 C36,76 64,76 64,54 V4 H90 V58 C90,110 10,110 10,58 Z',
  'letter N': 'M10,96 V4 H34 L66,56 V4 H90 V96 H66 L34,44 V96 Z',
  'letter E': 'M16,4 H88 V28 H42 V38 H78 V62 H42 V72 H88 V96 H16 Z',
  'letter S':
    'M88,26 L66,34 C60,22 38,22 40,34 C42,44 90,38 90,68 C90,104 18,106 10,70 L34,64 C40,80 64,80 64,70 C64,58 14,64 14,34 C14,-6 82,-6 88,26 Z',
} as const satisfies Readonly<Record<string, string>>;

/** Length of the side of the outlines' square [units]. */
export const OUTLINE_SIDE = 100;

/**
 * Spacing with which all outlines together have 317 vertices, so that planarBody makes 269 triangles of the 24, as many as the paper's scene
 * has [units].
 */
export const PAPER_SPACING = 36;
