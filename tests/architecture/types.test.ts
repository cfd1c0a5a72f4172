import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
// Inside the project, because the compiler looks for type packages from the configuration upwards.
const CACHE = join(PROJECT_ROOT, 'node_modules', '.cache');
mkdirSync(CACHE, { recursive: true });
const folder = mkdtempSync(join(CACHE, 'roetix-types-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles the whole room and a probe with one name a line; gives back the names the compiler does not know. */
async function unknownNames(room: string, names: string[]): Promise<string[]> {
  const probe = join(folder, `${room}-probe.ts`);
  const config = join(folder, `${room}.json`);
  writeFileSync(probe, `${names.map((name) => `void ${name};`).join('\n')}\nexport {};\n`);
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(PROJECT_ROOT, room, 'tsconfig.json'),
      include: [join(PROJECT_ROOT, room)],
      files: [probe],
    }),
  );
  const output = await promisify(execFile)(process.execPath, [TSC, '-p', config]).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? '',
  );
  const lines = output.split('\n').filter((line) => line.includes(`${room}-probe.ts`));
  return names.filter((_, index) => lines.some((line) => line.includes(`(${index + 1},`)));
}

// The compiler reads a whole room and its packages each time: on a busy machine that can take minutes.
const COMPILE_TIMEOUT_MS = 240_000;
const FOREIGN = ['document', 'window', 'fetch', 'localStorage', 'HTMLElement', 'process', 'Buffer'];

describe.each(['contract', 'machines'])('%s', { timeout: COMPILE_TIMEOUT_MS }, (room) => {
  it('is compiled, imports and all, without the types of a browser or of Node', async () => {
    expect(await unknownNames(room, [...FOREIGN, 'Map', 'structuredClone'])).toEqual([
      ...FOREIGN,
      'structuredClone',
    ]);
  });
});

describe('src', { timeout: COMPILE_TIMEOUT_MS }, () => {
  it('knows the browser, which shows that the probe can tell', async () => {
    // The types of mqtt bring those of Node along, so only the made-up name is foreign here.
    expect(await unknownNames('src', [...FOREIGN, 'noSuchName'])).toEqual(['noSuchName']);
  });
});
