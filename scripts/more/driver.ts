/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** All that a person's hands and eyes need of a browser. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page, which gives a promise of a text. */
  evaluate(expression: string): Promise<string>;
  tap(at: Point): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** PNG of the window. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Sends one command, by the names of WebDriver's two wires. */
export type Send = (
  command: { readonly http: string; readonly marionette: string },
  body?: object,
) => Promise<unknown>;

const commands = {
  open: { http: 'POST /url', marionette: 'WebDriver:Navigate' },
  run: { http: 'POST /execute/async', marionette: 'WebDriver:ExecuteAsyncScript' },
  act: { http: 'POST /actions', marionette: 'WebDriver:PerformActions' },
  picture: { http: 'GET /screenshot', marionette: 'WebDriver:TakeScreenshot' },
  resize: { http: 'POST /window/rect', marionette: 'WebDriver:SetWindowRect' },
} as const;

/** Size of the window that is asked for; some engines have a narrowest one of their own. */
export const windowSize = { width: 390, height: 844 } as const;

/** The commands of WebDriver that are the same over HTTP and over Marionette. */
export async function webDriver(
  send: Send,
  pointerType: 'mouse' | 'touch',
  close: () => Promise<void>,
): Promise<Driver> {
  // An engine without windows has a size of its own.
  await send(commands.resize, windowSize).catch(() => undefined);
  return {
    open: async (url) => void (await send(commands.open, { url })),
    async evaluate(expression) {
      const script = `const end = arguments[arguments.length - 1];
        (${expression}).then((text) => end('=' + text), (error) => end('!' + error));`;
      const text = String(await send(commands.run, { script, args: [] }));
      if (!text.startsWith('=')) throw new Error(text.slice(1));
      return text.slice(1);
    },
    async tap({ x, y }) {
      const actions = [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pause', duration: 30 },
        { type: 'pointerUp', button: 0 },
      ];
      const finger = { type: 'pointer', id: 'finger', parameters: { pointerType }, actions };
      await send(commands.act, { actions: [finger] });
    },
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send(commands.act, { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    picture: async () =>
      Buffer.from(String(await send(commands.picture, { full: false })), 'base64'),
    close,
  };
}
