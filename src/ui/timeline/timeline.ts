import { writeNormals } from '../../simulation/view/normals.ts';
import type { EarlierState } from '../app/half.ts';
import type { RunningScene } from '../app/running-scene.ts';
import { bytesInWords } from '../sizing/memory-budget.ts';
import { BYTES_PER_VERTEX, type KeptFrame, KeptFrames } from './kept-frames.ts';
import { Player } from './player.ts';
import { TimelineCard } from './timeline-card.ts';

/** Most memory of all kept frames [bytes]: 300 frames of a scene with 20,000 vertices. */
const MAX_KEPT_BYTES = 96e6;
/** Most of the memory budget of a scene that kept frames may take. */
const KEPT_SHARE = 1 / 16;
/**
 * Mean number of bytes per frame that are read back from a GPU to be kept. That takes a GPU's bus about a millisecond. Where a frame is
 * larger, only every n-th frame is kept.
 */
const READBACK_PER_FRAME = 4e6;
/** Milliseconds per second. */
const MS = 1000;

/** Functions of the page that the timeline calls. */
export interface TimelineActions {
  /** Pauses the simulation, because an earlier state is shown. */
  pause(): void;
  /** Called when the timeline was opened or closed. */
  toggled(isOpen: boolean): void;
}

/**
 * Returns how many frames apart the kept frames of a scene are: 1 keeps all.
 * @param readVertices number of vertices that must be read back from a GPU for each kept frame
 */
export const keepInterval = (readVertices: number): number =>
  Math.max(1, Math.ceil((BYTES_PER_VERTEX * readVertices) / READBACK_PER_FRAME));

/** Number of vertices of all halves that are simulated on a GPU. */
const readVertices = ({ halves }: RunningScene): number =>
  halves
    .filter(({ session }) => session.opened.backend.kind === 'gpu')
    .reduce((sum, { session }) => sum + session.world.vertexCount, 0);

/** Copies what drawing needs of the current state. Only reads, so it never changes what is simulated next. */
async function capture({ frames, halves }: RunningScene): Promise<KeptFrame> {
  const states = [];
  for (const { session } of halves) {
    const { backend } = session.opened;
    const { time } = session.simulator;
    // `slice` copies, since both arrays may be the backend's own memory.
    const positions = ((await backend.read('positions')) as Float32Array).slice();
    const depths = ((await backend.read('depths')) as Float32Array).slice();
    states.push({ time, positions, depths, planeWaits: backend.pool.state.planeWaits.slice() });
  }
  return { number: frames, time: Math.max(...states.map(({ time }) => time)), halves: states };
}

/** Completes kept states for drawing: adds the normals, as the simulation's own pass computes them. */
export function statesOf(frame: KeptFrame, { halves }: RunningScene): readonly EarlierState[] {
  return frame.halves.map((kept, i) => {
    const { world } = halves[i]!.session;
    const normals = new Float32Array(kept.positions.length);
    writeNormals(normals, world, kept.positions, 0, world.surfaceVertexCount);
    return { ...kept, normals };
  });
}

/**
 * Keeps the last frames of the running scene, and shows earlier ones on request: still, or played at several speeds. The simulation
 * stands still meanwhile and then goes on from its newest state, to the same bits as if nobody had looked back.
 */
export class Timeline {
  private readonly frames: KeptFrames;
  private readonly player: Player;
  private readonly card: TimelineCard;
  /** The scene whose frames are kept. */
  private running: RunningScene | undefined;
  private interval = 1;
  /** Whether an earlier state is shown, or will be at the next paint. */
  private isPast = false;
  /** The kept frame that is drawn, and its states. */
  private shown: { readonly frame: KeptFrame; readonly states: readonly EarlierState[] } | undefined;
  /** Time of the last paint while kept frames play [ms]; undefined before the first one. */
  private lastPaint: number | undefined;

  /** @param budget memory that this machine can give a scene [bytes] */
  constructor(
    element: HTMLElement,
    budget: number,
    private readonly actions: TimelineActions,
  ) {
    this.frames = new KeptFrames(Math.min(MAX_KEPT_BYTES, KEPT_SHARE * budget));
    this.player = new Player(this.frames);
    this.card = new TimelineCard(element, {
      moveTo: (index) => this.goTo(index),
      togglePlaying: () => this.togglePlaying(),
      setSpeed: (speed) => {
        this.player.speed = speed;
      },
      setLoops: (loops) => {
        this.player.loops = loops;
      },
      backToNow: () => this.leave(),
      close: () => this.toggle(),
    });
  }

  get isOpen(): boolean {
    return this.card.isOpen;
  }

  /** The kept frames, oldest first, and the one that is shown instead of the newest state. */
  get kept(): { readonly frames: readonly KeptFrame[]; readonly shown: KeptFrame | undefined } {
    return { frames: this.frames.all, shown: this.isPast ? this.shown?.frame : undefined };
  }

  /** Opens the timeline, or closes it and shows the newest state. Frames are kept while it is closed, too. */
  toggle(): void {
    const isOpen = !this.card.isOpen;
    if (!isOpen) this.leave();
    this.card.isOpen = isOpen;
    this.show();
    this.actions.toggled(isOpen);
  }

  /** Keeps a scene's state at the end of a frame. Call it before anything changes the state. */
  async keep(running: RunningScene): Promise<void> {
    if (running !== this.running) this.begin(running);
    // The first frame is kept, and from there every n-th.
    if ((running.frames - 1) % this.interval !== 0) return;
    const dropped = this.frames.add(await capture(running));
    // The person may have gone back while the frame was under way.
    this.player.moveTo(this.isPast ? this.player.index - dropped : this.frames.count - 1);
    this.show();
  }

  private begin(running: RunningScene): void {
    this.clear();
    this.running = running;
    this.interval = keepInterval(readVertices(running));
  }

  /** Forgets all frames, because another scene has started. */
  clear(): void {
    this.leave();
    this.running = undefined;
    this.frames.clear();
    this.show();
  }

  /** Called at each paint while the simulation stands still. Tells the scene which state to draw. */
  tick(running: RunningScene): void {
    if (!this.isPast || running !== this.running) return;
    const wasPlaying = this.player.isPlaying;
    if (wasPlaying) this.advance();
    const frame = this.frames.at(this.player.index);
    if (!frame) return;
    if (frame !== this.shown?.frame) this.shown = { frame, states: statesOf(frame, running) };
    running.recall(this.shown.states);
    if (wasPlaying) this.show();
  }

  private advance(): void {
    const now = performance.now();
    this.player.advance((now - (this.lastPaint ?? now)) / MS);
    this.lastPaint = now;
  }

  /** Shows the newest state again. The simulation goes on from there. */
  leave(): void {
    if (!this.isPast) return;
    this.isPast = false;
    this.shown = undefined;
    this.player.stop();
    this.player.moveTo(this.frames.count - 1);
    this.running?.recall(undefined);
    this.show();
  }

  private enter(): void {
    if (this.isPast) return;
    this.isPast = true;
    this.actions.pause();
  }

  private goTo(index: number): void {
    if (this.frames.count === 0) return;
    this.enter();
    this.player.moveTo(index);
    this.show();
  }

  private togglePlaying(): void {
    if (this.player.isPlaying) this.player.stop();
    else if (this.frames.count > 0) {
      this.enter();
      this.player.play();
      // A frame of the simulation that is under way must not count as time of playing.
      this.lastPaint = undefined;
    }
    this.show();
  }

  private show(): void {
    const { frames, player, isPast } = this;
    document.body.toggleAttribute('data-past', isPast);
    if (!this.card.isOpen) return;
    this.card.show({
      count: frames.count,
      index: player.index,
      frame: frames.at(player.index),
      isPast,
      isPlaying: player.isPlaying,
      memory: memoryInWords(frames, this.interval),
    });
  }
}

/** Says what is kept. @param interval number of frames from one kept frame to the next */
export function memoryInWords(frames: KeptFrames, interval: number): string {
  const { count, bytes, limit, isFull } = frames;
  const most = bytesInWords(limit);
  if (count === 0) {
    return isFull ? `A frame of this scene takes more than ${most}, so none is kept.` : 'No frame has been kept yet.';
  }
  const which = interval > 1 ? `, one in ${interval} (reading each from the GPU would take too long)` : '';
  const used = isFull ? `${bytesInWords(bytes)}, and drops older ones` : `${bytesInWords(bytes)} of at most ${most}`;
  return `Keeps the last ${count} frame${count === 1 ? '' : 's'}${which}: ${used}.`;
}
