import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { StartError } from '../../../server/start-error.ts';
import { packagedChromium, unpackChromium } from './packaged-chromium.ts';

/** Flags for every Chromium the tests start: it also runs as root in a container, and stays off the network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--in-process-gpu',
];

const LAUNCH_TIMEOUT_MS = 30_000;

/** Debian's headless shell comes first: it draws no window, so the same tests take an eighth less of a processor. */
const COMMAND_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const FIXED_PATHS = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** No Chromium can be used; the message says what was tried and the command that mends it. */
export class MissingChromiumError extends StartError {
  override readonly name = 'MissingChromiumError';
}

/** Where a Chromium may be: CHROMIUM_PATH alone when set, else Playwright's own, then the system's, then the npm package's, packed or not. */
function chromiumCandidates(env: NodeJS.ProcessEnv = process.env): string[] {
  // An explicit choice that does not work must be said, not passed over in silence.
  if (env.CHROMIUM_PATH) return [env.CHROMIUM_PATH];
  const folders = [
    ...(env.PATH ?? '').split(delimiter),
    ...FIXED_PATHS.filter((path) => path.endsWith('bin')),
  ];
  const system = COMMAND_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const applications = FIXED_PATHS.filter((path) => !path.endsWith('bin'));
  const byRealPath = new Map<string, string>();
  for (const path of [ownChromium(), ...system, ...applications]) {
    if (!existsSync(path)) continue;
    // /bin is often /usr/bin; the first name met is kept, since a wrapper may look at its own.
    const realPath = realpathSync(path);
    if (!byRealPath.has(realPath)) byRealPath.set(realPath, path);
  }
  const packaged = packagedChromium();
  return [...byRealPath.values(), ...(packaged === undefined ? [] : [packaged])];
}

/** Path of the first Chromium that exists; unpacks the npm package's where it is the only one. Throws MissingChromiumError; starts nothing. */
export function locateChromium(env: NodeJS.ProcessEnv = process.env): string {
  const [first] = chromiumCandidates(env);
  if (first !== undefined) unpackChromium(first);
  if (first === undefined || !existsSync(first))
    throw missing(first ? [`${first}: no such file`] : []);
  return first;
}

/** Path of the first Chromium that starts headless. Throws MissingChromiumError; downloads nothing. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const failures: string[] = [];
  for (const path of chromiumCandidates(env)) {
    const failure = await tryLaunch(path);
    if (failure === undefined) return path;
    failures.push(`${path}: ${failure}`);
  }
  throw missing(failures);
}

async function tryLaunch(executablePath: string): Promise<string | undefined> {
  try {
    unpackChromium(executablePath);
    if (!existsSync(executablePath)) return 'no such file';
    const browser = await chromium.launch({
      executablePath,
      args: CHROMIUM_ARGS,
      timeout: LAUNCH_TIMEOUT_MS,
    });
    try {
      const page = await browser.newPage();
      await page.goto('about:blank');
    } finally {
      await browser.close();
    }
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [library] = /error while loading shared libraries: [^\n]*/.exec(message) ?? [];
    return library ?? message.split('\n', 1)[0] ?? message;
  }
}

function ownChromium(): string {
  try {
    return chromium.executablePath();
  } catch {
    // Playwright throws on a platform it has no browser for.
    return '';
  }
}

function missing(failures: string[]): MissingChromiumError {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  const commands = [
    'npm ci',
    'npx playwright install chromium',
    'CHROMIUM_PATH=/path/to/chromium npm test',
  ];
  if (existsSync('/etc/debian_version')) commands.unshift(`${sudo}apt-get install -y chromium`);
  const tried = failures.map((failure) => `\n  tried ${failure}`).join('');
  return new MissingChromiumError(
    `The browser tests need a Chromium that starts, and none was found.${tried}\nGet one with any of:\n${commands
      .map((command) => `  ${command}`)
      .join('\n')}`,
  );
}
