import { smooth } from '../models/snake-shape.ts';
import { cosineAndSine } from '../../simulation/script/motion.ts';
import { gridAnimation } from './grid-animation.ts';

/** Tiers of ruffles, from the waist to the hem. */
const TIERS = 3;
/** Radius of the waist, and by how much each tier is wider than the one above it [m]. */
const WAIST = 0.16;
const FLARE = 0.065;
/** Height of the waist, and distance of the tiers' seams [m]. */
const WAIST_HEIGHT = 0.95;
const SEAM_DISTANCE = 0.27;
/** A ruffle hangs from its seam to its lip, so much lower and farther out [m], then turns back inwards and up to the next seam. */
const HANG = 0.34;
const REACH = 0.14;
/** Share of a tier's rows from the seam to the lip. */
const TO_LIP = 0.62;
/** Waves around the first tier, and how many more each next one has. */
const WAVES = 7;
const MORE_WAVES = 2;
/** Amplitudes of the waves at the lip: outwards [m], up and down [m], and around [waves]. The last one makes the folds bulge like an omega. */
const OUTWARDS = 0.055;
const UP = 0.022;
const AROUND = 0.09;
/** How much the amplitudes grow and shrink while the dress swings. */
const BREATHING = 0.3;
/** The hips swing aside [m] and turn [full turns]; lower tiers follow later and farther. */
const SWING = 0.1;
const TURN = 0.06;
/** Delay of the hem behind the waist [periods]. */
const DELAY = 0.3;
const FRAMES = 48;
/** Columns over rows: 49,000 triangles are 355 quads around and 69 down. */
const QUADS_AROUND = 5;
const MIN_TRIANGLES = 1500;

/**
 * A dress with ruffles, like the paper's flamenco dress: one sheet, which hangs from the waist, and in each tier turns back up under
 * itself. Waves run around the tiers, more of them in each lower one. They bulge like an omega, and tiers cut through one another.
 */
export const flamenco = gridAnimation({
  name: 'flamenco',
  title: 'A dress with ruffles swings',
  triangles: { small: 4830, paper: 49_000 },
  frames: FRAMES,
  least: MIN_TRIANGLES,
  // A multiple of TIERS rows, so that seams lie on rows.
  gridOf(triangles) {
    const rows = TIERS * Math.round(Math.sqrt(triangles / 2 / QUADS_AROUND) / TIERS);
    return { columns: Math.round(triangles / 2 / rows), rows, closed: true };
  },
  placesAt(grid, frame) {
    const rings = Array.from({ length: grid.rows + 1 }, (_, row) => ringAt(row, grid.rows, frame / FRAMES));
    return (column, row) => {
      const { waves, phase, radius, height, amplitude, turns, x, z } = rings[row];
      const around = column / grid.columns;
      const wave = waves * around + phase;
      const [cosine, sine] = cosineAndSine(wave);
      const [, doubled] = cosineAndSine(2 * wave);
      const distance = radius + OUTWARDS * amplitude * cosine;
      const [cx, cz] = cosineAndSine(around + ((AROUND * amplitude) / waves) * doubled + turns);
      return [x + distance * cx, height + UP * amplitude * sine, z - distance * cz];
    };
  },
});

/** A ring of vertices: how it is placed, and the waves around it. */
interface Ring {
  /** [m] */
  readonly radius: number;
  readonly height: number;
  /** Centre [m]. */
  readonly x: number;
  readonly z: number;
  /** Angle [full turns]. */
  readonly turns: number;
  readonly waves: number;
  /** Phase of the waves [waves]. */
  readonly phase: number;
  /** Share of the full amplitude. */
  readonly amplitude: number;
}

/** @param row of the grid's `rows`, from the waist to the hem    @param time [periods of the swing] */
function ringAt(row: number, rows: number, time: number): Ring {
  const down = row / rows;
  const tierRows = rows / TIERS;
  const tier = Math.min(Math.floor(row / tierRows), TIERS - 1);
  const within = row - tier * tierRows;
  // The lip lies on a row too.
  const lip = Math.round(TO_LIP * tierRows);
  const isBack = within > lip;
  // 0 at the seams, 1 at the lip.
  const toLip = isBack ? (tierRows - within) / (tierRows - lip) : within / lip;
  const [swing, late] = cosineAndSine(time - DELAY * down);
  const [, turning] = cosineAndSine(2 * (time - DELAY * down));
  const seam = tier + (isBack ? 1 : 0);
  const lipRadius = WAIST + FLARE * tier + REACH;
  const lipHeight = WAIST_HEIGHT - SEAM_DISTANCE * tier - HANG;
  const seamRadius = WAIST + FLARE * seam;
  const seamHeight = WAIST_HEIGHT - SEAM_DISTANCE * seam;
  return {
    radius: seamRadius + toLip * (lipRadius - seamRadius),
    height: seamHeight + smooth(toLip) * (lipHeight - seamHeight),
    x: SWING * down * late,
    z: 0.5 * SWING * down * swing,
    turns: TURN * down * turning,
    waves: WAVES + MORE_WAVES * tier,
    phase: 0.37 * tier,
    amplitude: smooth(toLip) * (1 + BREATHING * turning),
  };
}
