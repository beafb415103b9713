import type { Script } from '../../simulation/script/script.ts';
import { isReached } from '../../simulation/script/scripted.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { SCENES } from '../../scenes/scenes.ts';
import type { Scene } from '../../scenes/scene.ts';
import type { Session } from '../app/session.ts';
import type { SceneChoice } from '../link/settings.ts';
import type { Messages } from './messages.ts';

/** Share of the run's greatest kinetic energy below which bodies count as resting: they move at 2 % of their greatest speed. */
const REST_SHARE = 5e-4;
/** Kinetic energy below which bodies rest in any case [J]: rounding alone gives 1e-8 J to two octopi that nothing moves. */
const ROUNDING_ENERGY = 1e-6;
/** Number of consecutive frames below that share. Bodies that swing have no speed either at their turning points, but only briefly. */
const REST_FRAMES = 20;

/** Returns the time after which a script changes nothing any more [s]; 0 for a script without any change. */
export function scriptEnd({ switches = [], drivers = [], colliders = [] }: Script): number {
  return Math.max(
    0,
    ...switches.map(({ time }) => time),
    ...drivers.map(({ until, motion }) => until ?? motion.times.at(-1)!),
    ...colliders.map(({ motion }) => motion.times.at(-1)!),
  );
}

/** Finds out from a run's kinetic energies whether the bodies have come to rest. */
export class RestDetector {
  /** Greatest kinetic energy so far [J]. */
  private peak = 0;
  /** Number of consecutive frames up to now in which the bodies hardly moved. */
  private calmFrames = 0;

  /** @param end time after which the scene's script changes nothing any more [s] */
  constructor(private readonly end: number) {}

  /**
   * Adds a frame.
   * @param energy kinetic energy of all bodies at the frame's end [J]
   * @param time simulated time at the frame's end [s]
   * @returns whether the bodies rest
   */
  add(energy: number, time: number): boolean {
    this.peak = Math.max(this.peak, energy);
    const isCalm = isReached(this.end, time) && energy <= Math.max(ROUNDING_ENERGY, REST_SHARE * this.peak);
    this.calmFrames = isCalm ? this.calmFrames + 1 : 0;
    return this.calmFrames >= REST_FRAMES;
  }

  /** Lets the frames count anew, because the person has moved the bodies. */
  disturb(): void {
    this.calmFrames = 0;
  }
}

/** Functions of the page that the notice's buttons call. */
export interface RestActions {
  /** Starts the scene again. */
  reset(): void;
  load(choice: SceneChoice): void;
}

/** The scene that follows in the gallery; after the last one, the first. */
const sceneAfter = (scene: Scene): Scene => SCENES[(SCENES.indexOf(scene) + 1) % SCENES.length]!;

/** Tells the person, once per start of a scene, that the bodies have come to rest, and offers the scene again or the next one. */
export class RestNotice {
  private session: Session | undefined;
  private detector = new RestDetector(0);
  private isTold = false;
  /** Hides the offer, if it is still shown. */
  private withdraw = (): void => {};

  constructor(
    private readonly messages: Pick<Messages, 'offer' | 'isAsking'>,
    private readonly page: RestActions,
  ) {}

  /**
   * Adds a frame.
   * @param rows one row per half; undefined for a half that is broken
   * @param session the first half's
   * @param isRecording whether frames are recorded; then nothing is told, since the recording would end with the scene
   */
  add(rows: readonly (FrameRow | undefined)[], session: Session, isRecording: boolean): void {
    if (session !== this.session) this.begin(session);
    const [row] = rows;
    if (!row) return;
    // Both halves of a comparison have to rest.
    const energy = rows.reduce((sum, half) => sum + (half?.kineticEnergy ?? 0), 0);
    if (session.simulator.grabs.length > 0 || isRecording) this.detector.disturb();
    if (!this.detector.add(energy, row.time)) this.withdraw();
    else if (!this.isTold && !this.messages.isAsking) this.tell(session.scene);
  }

  private begin(session: Session): void {
    this.session = session;
    this.detector = new RestDetector(scriptEnd(session.world.script));
    this.isTold = false;
  }

  private tell(scene: Scene): void {
    const { messages, page } = this;
    const next = sceneAfter(scene);
    this.isTold = true;
    this.withdraw = messages.offer(`“${scene.title}” has come to rest.`, [
      { label: 'again', act: () => page.reset() },
      { label: `next: ${next.title}`, act: () => page.load({ scene: next.name }) },
    ]);
  }
}
