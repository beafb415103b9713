/** A backend of the page; on 'cpu' a browser is started without WebGPU, so that WebGL draws. */
export type BackendKind = 'cpu' | 'gpu';

/** A page, as far as the scenario asks: all that differs between browsers. Places are pixels of the page. */
export interface DrivenPage {
  /** Runs an expression in the page. @returns its value, or what its promise gives; JSON */
  evaluate(expression: string): Promise<unknown>;
  move(x: number, y: number): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  /** A character, or Escape. */
  press(key: string): Promise<void>;
  /** PNG */
  screenshot(): Promise<Buffer>;
  /** Errors that the browser reports; the page's own are asked for separately. */
  readonly errors: readonly string[];
}

/** A started browser with one page. */
export interface DrivenBrowser {
  readonly version: string;
  open(url: string): Promise<DrivenPage>;
  close(): Promise<void>;
}

/** A kind of browser, and whether it is here. */
export interface Driver {
  readonly name: string;
  /** Why it can't run here, in words; undefined where it can. */
  readonly missing: string | undefined;
  /** The same of its WebGPU. */
  readonly missingGpu: string | undefined;
  launch(backend: BackendKind, display: string): Promise<DrivenBrowser>;
}

export const VIEWPORT = { width: 900, height: 520 };
