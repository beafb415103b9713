import { acceptCommand } from './accept.ts';
import { ccdCommand } from '../cli/commands/ccd.ts';
import { chartCommand } from '../cli/commands/chart.ts';
import { checkCommand } from './check.ts';
import type { Command } from '../cli/command.ts';
import { convertCommand } from '../cli/commands/convert.ts';
import { containsCommand } from '../cli/commands/contains.ts';
import { airMeshesCommand } from './air-meshes.ts';
import { airRivalsCommand } from './air-rivals.ts';
import { benchRecoveryCommand } from './bench-recovery.ts';
import { distanceFieldsCommand } from './distance-fields.ts';
import { figure21Command } from './figure-21.ts';
import { infoCommand } from '../cli/commands/info.ts';
import { passesCommand } from '../cli/commands/passes.ts';
import { resolveCommand } from '../cli/commands/resolve.ts';
import { replayCommand } from '../cli/commands/replay.ts';
import { runCommand } from '../cli/commands/run.ts';
import { scenesCommand } from '../cli/commands/scenes.ts';
import { selfCollideCommand } from './self-collide.ts';
import { shortestPathCommand } from '../cli/commands/shortest-path.ts';
import { table1Command } from './table-1.ts';

/** The commands of the command line, in the order of its help. */
export const COMMANDS: readonly Command[] = [
  runCommand,
  replayCommand,
  scenesCommand,
  passesCommand,
  checkCommand,
  table1Command,
  figure21Command,
  airMeshesCommand,
  airRivalsCommand,
  distanceFieldsCommand,
  selfCollideCommand,
  benchRecoveryCommand,
  chartCommand,
  shortestPathCommand,
  containsCommand,
  ccdCommand,
  infoCommand,
  convertCommand,
  resolveCommand,
  acceptCommand,
];
