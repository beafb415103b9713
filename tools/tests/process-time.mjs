import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:process';

/** Clock ticks per second of /proc/PID/stat: 100 on every Linux. */
const TICKS = 100;
/** Time between two looks [ms]. What a process computes after the last look at it is missed. */
const INTERVAL = 200;

/** @typedef {{ parent: number, start: string, ticks: number }} Stat */

/**
 * Adds up the processor time of a process and all that descends from it, by looking at /proc again and again. The system's own sum
 * (getrusage) leaves out processes that nobody waits for, as Chromium's, which do most of a page test's work.
 */
export class ProcessTime {
  /** Ticks of each process seen, by its id and start, since ids are used again. @type {Map<string, number>} */
  #ticks = new Map();
  /** Ids of living members of the tree, with their start. @type {Map<number, string>} */
  #members = new Map();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** Whether this system tells. */
  static isKnown = platform === 'linux';

  /** @param {number} root id of a process that has just been started */
  constructor(root) {
    if (!ProcessTime.isKnown) return;
    const stat = statOf(root);
    if (stat) this.#members.set(root, stat.start);
    this.#timer = setInterval(() => this.#look(), INTERVAL);
  }

  #look() {
    const stats = new Map(
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((name) => {
          const stat = statOf(Number(name));
          return stat ? [[Number(name), stat]] : [];
        }),
    );
    // A parent that has ended leaves its children to another one: members stay members.
    for (const [id, start] of this.#members) if (stats.get(id)?.start !== start) this.#members.delete(id);
    let isGrowing = true;
    while (isGrowing) {
      isGrowing = false;
      for (const [id, { parent, start }] of stats) {
        if (this.#members.has(id) || !this.#members.has(parent)) continue;
        this.#members.set(id, start);
        isGrowing = true;
      }
    }
    for (const [id, start] of this.#members) this.#ticks.set(`${id} ${start}`, stats.get(id)?.ticks ?? 0);
  }

  /** Stops looking. @returns {number | undefined} processor time [s]; undefined where the system doesn't tell */
  stop() {
    if (!ProcessTime.isKnown) return undefined;
    clearInterval(this.#timer);
    return [...this.#ticks.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS;
  }
}

/**
 * @param {number} id
 * @returns {Stat | undefined} undefined if the process has ended
 */
function statOf(id) {
  let text;
  try {
    text = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name, in parentheses, may hold spaces. Behind it: state, parent, ..., user and system ticks (14th, 15th), start (22nd).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), start: fields[19] ?? '', ticks: Number(fields[11]) + Number(fields[12]) };
}

/** Statements of the calibrating loop: about 0.4 s on the machines of 2026. */
const LOOP = 150_000_000;

/**
 * Processor time of a fixed loop [s]: the unit of budgets, so that they hold on faster and slower machines.
 * @returns {number} the least of three runs
 */
export function calibrate() {
  const memory = new Float64Array(1 << 16);
  const runs = [0, 1, 2].map(() => {
    const before = process.cpuUsage();
    for (let i = 0; i < LOOP; i++) {
      const at = (i * 40503) & (memory.length - 1);
      memory[at] = memory[at] * 0.5 + Math.sqrt(i);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...runs);
}
