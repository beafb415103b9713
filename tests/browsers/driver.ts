/** A backend of the page. For 'cpu' the browser is started without WebGPU, so that WebGL draws. */
export type BackendKind = 'cpu' | 'gpu';

/** The operations on a page that the scenario needs, which differ between browsers. Coordinates are pixels of the page. */
export interface DrivenPage {
  /** Evaluates an expression in the page. @returns its value, or that of its promise; JSON */
  evaluate(expression: string): Promise<unknown>;
  move(x: number, y: number): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  /** Presses a key: a character, or Escape. */
  press(key: string): Promise<void>;
  /** Takes a screenshot as PNG. */
  screenshot(): Promise<Buffer>;
  /** Errors reported by the browser. The page's own errors are queried separately. */
  readonly errors: readonly string[];
}

/** A started browser with one page. */
export interface DrivenBrowser {
  readonly version: string;
  open(url: string): Promise<DrivenPage>;
  close(): Promise<void>;
}

/** A kind of browser, and whether it is available here. */
export interface Driver {
  readonly name: string;
  /** The reason why it can't run here; undefined if it can. */
  readonly missing: string | undefined;
  /** The reason why its WebGPU can't run here; undefined if it can. */
  readonly missingGpu: string | undefined;
  launch(backend: BackendKind, display: string): Promise<DrivenBrowser>;
}

export const VIEWPORT = { width: 900, height: 520 };
