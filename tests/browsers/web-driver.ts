/** A session of W3C WebDriver over plain fetch. */
export class WebDriverSession {
  private constructor(
    private readonly root: string,
    readonly capabilities: Readonly<Record<string, unknown>>,
  ) {}

  /**
   * @param service URL of the driver
   * @param wanted required capabilities of the browser
   */
  static async open(service: string, wanted: object): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: wanted } };
    const { sessionId, capabilities } = (await call('POST', `${service}/session`, body)) as {
      sessionId: string;
      capabilities: Record<string, unknown>;
    };
    return new WebDriverSession(`${service}/session/${sessionId}`, capabilities);
  }

  get(path: string): Promise<unknown> {
    return call('GET', `${this.root}/${path}`);
  }

  post(path: string, body: object): Promise<unknown> {
    return call('POST', `${this.root}/${path}`, body);
  }

  /** @returns the value of the expression in the page, or of its promise */
  async evaluate(expression: string): Promise<unknown> {
    const script = `const done = arguments[0];
      Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const told = (await this.post('execute/async', { script, args: [] })) as { value?: unknown; error?: string };
    if (told.error !== undefined) throw new Error(told.error);
    return told.value;
  }

  /** Sends one mouse action, in addition to previous ones. */
  mouse(action: object): Promise<unknown> {
    return this.act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [action] });
  }

  press(value: string): Promise<unknown> {
    const actions = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    return this.act({ type: 'key', id: 'keyboard', actions });
  }

  private act(source: object): Promise<unknown> {
    return this.post('actions', { actions: [source] });
  }

  close(): Promise<unknown> {
    return call('DELETE', this.root);
  }
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`WebDriver refused ${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`);
  return value;
}
