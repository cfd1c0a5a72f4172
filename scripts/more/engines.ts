import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM_ARGS, findChromium } from '../../tests/support/browser/browser.ts';
import { freePort } from '../free-port.ts';
import { type Driver, webDriver } from './driver.ts';
import { oldChromium } from './old-chromium.ts';
import { devTools, httpWire, marionetteWire } from './wires.ts';

const startMs = 30_000;

/** A browser that the journey runs in. */
export interface Engine {
  readonly name: string;
  /** Package of Debian that brings it; null for one that the lab fetches, and that only its name starts. */
  readonly debian: string | null;
  /** Why it cannot be run on this machine; null where it can. */
  missing(): string | null;
  start(): Promise<Driver>;
}

export const engines: readonly Engine[] = [
  {
    name: 'firefox',
    debian: 'firefox-esr',
    missing: () => missing('firefox-esr'),
    start: startFirefox,
  },
  {
    name: 'webkit',
    debian: 'webkit2gtk-driver xvfb',
    missing: () => missing('WebKitWebDriver') ?? missing('Xvfb'),
    async start() {
      // A screen of its own, whose number the X server finds.
      const screen = run('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24']);
      const number = await until('The X server', async () => screen.output().trim() || null);
      // A graphics card that is played takes many times as long as the processor by itself.
      const env = { DISPLAY: `:${number}`, WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1' };
      return startWebKit('WebKitWebDriver', {}, env, screen.end);
    },
  },
  {
    name: 'wpe',
    debian: 'wpewebkit-driver',
    missing: () => missing('WPEWebDriver') ?? (existsSync(wpeBrowser) ? null : wpeBrowser),
    start: () =>
      startWebKit('WPEWebDriver', {
        'wpe:browserOptions': { binary: wpeBrowser, args: ['--headless', '--automation'] },
      }),
  },
  {
    name: 'chromium',
    debian: 'chromium-headless-shell',
    missing: () => null,
    start: async () => startChromium(await findChromium()),
  },
  ...(['103', '109'] as const).map((version) => ({
    name: `chromium-${version}`,
    debian: null,
    missing: () => null,
    // Without a private window these lose the cookies of a visit.
    start: async () => startChromium(oldChromium(version), ['--incognito']),
  })),
];

const wpeBrowser = '/usr/lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser';

function missing(command: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, command))) ? null : command;
}

async function startFirefox(): Promise<Driver> {
  const profile = folder();
  const preferences = {
    'marionette.port': 0,
    'intl.accept_languages': 'id-ID',
    'ui.prefersReducedMotion': 1,
    'toolkit.telemetry.reportingpolicy.firstRun': false,
    'datareporting.policy.dataSubmissionEnabled': false,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile.path, 'user.js'), lines.join(''));
  const args = ['--marionette', '--headless', '--no-remote', '--profile', profile.path];
  const browser = run('firefox-esr', args);
  const port = await until('Firefox', async () =>
    Number(readFileSync(join(profile.path, 'MarionetteActivePort'), 'utf8')),
  );
  const { send, end } = await marionetteWire(port);
  return webDriver(send, 'touch', async () => {
    await end();
    await browser.end();
    profile.remove();
  });
}

async function startWebKit(
  command: string,
  capabilities: object,
  env: Record<string, string> = {},
  afterwards: () => Promise<void> = async () => {},
): Promise<Driver> {
  const home = folder();
  const port = await freePort();
  const driver = run(command, [`--port=${port}`], {
    ...env,
    HOME: home.path,
    XDG_DATA_HOME: home.path,
    XDG_CACHE_HOME: home.path,
    LANG: 'C.UTF-8',
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(command, async () => (await fetch(`${origin}/status`)).ok);
  const { send, end } = await httpWire(origin, capabilities);
  return webDriver(send, 'mouse', async () => {
    await end();
    await driver.end();
    await afterwards();
    home.remove();
  });
}

async function startChromium(path: string, args: readonly string[] = []): Promise<Driver> {
  const profile = folder();
  const browser = run(path, [
    ...CHROMIUM_ARGS,
    ...args,
    '--headless',
    '--lang=id-ID',
    '--force-prefers-reduced-motion',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile.path}`,
    'about:blank',
  ]);
  const port = await until('Chromium', async () =>
    Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(browser.output())?.[1] ?? 0),
  );
  const address = await until('A page of Chromium', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const pages = (await answer.json()) as { type: string; webSocketDebuggerUrl: string }[];
    return pages.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? null;
  });
  return devTools(address, async () => {
    await browser.end();
    profile.remove();
  });
}

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'roetix-engine-'));
  return {
    path,
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** A process with its children, and what it said. */
function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const kill = () => killGroup(child);
  process.once('exit', kill);
  return {
    output: () => output,
    async end() {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      kill();
      await gone;
    },
  };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has left already.
  }
}

async function until<Found>(what: string, look: () => Promise<Found | null>): Promise<Found> {
  const end = performance.now() + startMs;
  for (;;) {
    const found = await look().catch(() => null);
    if (found) return found;
    if (performance.now() > end)
      throw new Error(`${what} did not start within ${startMs / 1000} s.`);
    await sleep(50);
  }
}
