import {
  BufferTarget,
  canEncodeVideo,
  CanvasSource,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { ExportError } from '../../formats/write/written-mesh.ts';
import type { PictureSize } from '../../render/drawing.ts';
import { statesOf } from '../timeline/timeline.ts';
import { Picture } from './save-drawn.ts';
import type { ExportJob } from './export-request.ts';

/** Kinds of video, the preferred ones first. */
const KINDS = [
  { codec: 'vp9', ending: 'webm', type: 'video/webm', makeFormat: () => new WebMOutputFormat() },
  { codec: 'avc', ending: 'mp4', type: 'video/mp4', makeFormat: () => new Mp4OutputFormat() },
  { codec: 'vp8', ending: 'webm', type: 'video/webm', makeFormat: () => new WebMOutputFormat() },
] as const satisfies readonly { codec: VideoCodec; ending: string; type: string; makeFormat: () => object }[];
const TEXT = 'Saving the video';
/** Most time that a recorder gets until its first frame is encoded [ms]. */
const BEGINS_WITHIN = 10_000;
/** Time in which the last frame of a recording is encoded [ms]. */
const LAST_FRAME = 500;

/** Saves the kept frames as a video, each as one frame. Sizes are rounded down to even numbers, which encoders need. */
export async function saveVideo(job: ExportJob, asked: PictureSize, framesPerSecond: number): Promise<void> {
  const even = (pixels: number) => Math.max(2, pixels - (pixels % 2));
  const size = { ...asked, width: even(asked.width), height: even(asked.height) };
  const picture = new Picture(job.running, size);
  const { running } = job;
  const keepStill = (is: boolean) => {
    for (const { view } of running.halves) view.rig.isStill = is;
  };
  // The camera neither follows the bodies nor makes room for the progress meanwhile.
  keepStill(true);
  try {
    if (typeof VideoEncoder === 'undefined') await recordLive(job, picture, framesPerSecond);
    else await encode(job, picture, size, framesPerSecond);
  } finally {
    keepStill(false);
    // The timeline recalls again what it shows.
    running.recall(undefined);
  }
}

/** Draws the kept frames one after the other. @param use called for each, while the picture holds it */
async function drawFrames(
  { running, frames, step }: ExportJob,
  picture: Picture,
  use: (index: number) => Promise<void>,
): Promise<void> {
  for (const [i, frame] of frames.entries()) {
    await step(TEXT, i / frames.length);
    running.recall(statesOf(frame, running));
    await running.draw();
    picture.draw(true);
    await use(i);
  }
}

/** Encodes frame by frame, however long each takes. */
async function encode(
  job: ExportJob,
  picture: Picture,
  { width, height }: PictureSize,
  framesPerSecond: number,
): Promise<void> {
  const kind = await firstEncodable(width, height);
  if (!kind)
    throw new ExportError(
      `This browser encodes no video of ${width} x ${height} pixels, neither VP9 nor H.264 nor VP8. Try a smaller size.`,
    );
  const target = new BufferTarget();
  const output = new Output({ format: kind.makeFormat(), target });
  const source = new CanvasSource(picture.canvas, { codec: kind.codec, quality: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  try {
    await drawFrames(job, picture, (i) => source.add(i / framesPerSecond, 1 / framesPerSecond));
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  job.deliver(`video.${kind.ending}`, new Uint8Array(target.buffer!), kind.type);
}

async function firstEncodable(width: number, height: number): Promise<(typeof KINDS)[number] | undefined> {
  for (const kind of KINDS) if (await canEncodeVideo(kind.codec, { width, height })) return kind;
  return undefined;
}

/** Records the picture while it changes, where the browser has no encoder of single frames: a slow machine makes a slow video. */
async function recordLive(job: ExportJob, picture: Picture, framesPerSecond: number): Promise<void> {
  if (typeof MediaRecorder === 'undefined')
    throw new ExportError('This browser can record no video. Save the kept frames instead.');
  await warmUp();
  const stream = picture.canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as [CanvasCaptureMediaStreamTrack];
  try {
    const recording = new LiveRecording(stream);
    try {
      await drawFrames(job, picture, async (i) => {
        track.requestFrame();
        if (i === 0) await recording.begun;
        await pause(1000 / framesPerSecond);
      });
      await pause(LAST_FRAME);
    } finally {
      await recording.stop();
    }
    const { mimeType } = recording.recorder;
    job.deliver(`video.${mimeType.includes('mp4') ? 'mp4' : 'webm'}`, new Blob(recording.chunks), mimeType);
  } finally {
    track.stop();
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Lets the browser load its encoder, which takes Chromium over a second: a recording that ends before that loses its frames. */
async function warmUp(): Promise<void> {
  // A canvas of its own, since a stream repeats its last frame for the next recording.
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as [CanvasCaptureMediaStreamTrack];
  const trial = new LiveRecording(stream);
  context.fillRect(0, 0, canvas.width, canvas.height);
  track.requestFrame();
  await trial.begun;
  await trial.stop();
  track.stop();
}

/** A recording of a stream, which begins at once. */
class LiveRecording {
  readonly recorder: MediaRecorder;
  readonly chunks: Blob[] = [];
  /** Resolves once a frame is encoded, or after BEGINS_WITHIN. */
  readonly begun: Promise<void>;
  private readonly stopped: Promise<void>;

  constructor(stream: MediaStream) {
    this.recorder = new MediaRecorder(stream);
    this.recorder.ondataavailable = ({ data }) => this.chunks.push(data);
    const once = (name: 'start' | 'stop') =>
      new Promise<void>((resolve) => this.recorder.addEventListener(name, () => resolve(), { once: true }));
    this.begun = Promise.race([once('start'), pause(BEGINS_WITHIN)]);
    this.stopped = once('stop');
    this.recorder.start();
  }

  /** Ends the recording. All chunks are there then. */
  stop(): Promise<void> {
    this.recorder.stop();
    return this.stopped;
  }
}
