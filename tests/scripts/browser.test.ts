import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  chromiumCandidates,
  findChromium,
  locateChromium,
  MissingChromiumError,
} from '../support/browser/browser.ts';
import { packagedChromium } from '../support/browser/packaged-chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'roetix-browser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const broken = join(folder, 'bin', 'chromium');
mkdirSync(join(folder, 'bin'));
writeFileSync(broken, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
symlinkSync(join(folder, 'bin'), join(folder, 'alias'));

describe('finding a Chromium', () => {
  it('uses only CHROMIUM_PATH if it is set', () => {
    expect(chromiumCandidates({ CHROMIUM_PATH: broken, PATH: '/usr/bin' })).toEqual([broken]);
  });

  it('searches PATH, and lists each browser once', () => {
    const PATH = `${join(folder, 'bin')}:${join(folder, 'alias')}`;
    const inFolder = chromiumCandidates({ PATH }).filter((path) => path.startsWith(folder));
    expect(inFolder).toEqual([broken]);
  });

  it('refuses one that does not start, with the way to get one', async () => {
    expect(locateChromium({ CHROMIUM_PATH: broken })).toBe(broken);
    const error = await findChromium({ CHROMIUM_PATH: broken }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MissingChromiumError);
    expect(String(error)).toContain(`tried ${broken}`);
    expect(String(error)).toContain('npx playwright install chromium');
    const nothing = join(folder, 'nothing');
    expect(() => locateChromium({ CHROMIUM_PATH: nothing })).toThrow(`${nothing}: no such file`);
  });

  it('names the missing shared library of a browser', async () => {
    const bare = join(folder, 'bare');
    const words = 'error while loading shared libraries: libnss3.so: cannot open';
    writeFileSync(bare, `#!/bin/sh\necho "$0: ${words}" >&2\nexit 127\n`, { mode: 0o755 });
    await expect(findChromium({ CHROMIUM_PATH: bare })).rejects.toThrow(
      `tried ${bare}: error while loading shared libraries: libnss3.so`,
    );
  });

  const packaged = packagedChromium() ?? '';
  it.skipIf(packaged === '')(
    'starts the one of the npm package where the machine has none, with its own libraries',
    async () => {
      expect(chromiumCandidates({ PATH: '' }).at(-1)).toBe(packaged);
      // The machine's own stand before it, so this one is asked for by its path.
      expect(await findChromium({ CHROMIUM_PATH: packaged })).toBe(packaged);
      expect(existsSync(packaged)).toBe(true);
      const loaded = execFileSync('ldd', [join(dirname(packaged), 'chromium-headless-shell')], {
        env: { ...process.env, LD_LIBRARY_PATH: join(dirname(packaged), 'lib') },
        encoding: 'utf8',
      });
      const foreign = [...loaded.matchAll(/^\s*(\S+) => (?!.*\/chromium-)/gm)].map(
        ([, name]) => name,
      );
      // All others belong to the C library; libgcc comes with Node.
      for (const name of foreign) expect(name).toMatch(/^lib(?:c|m|dl|pthread|gcc_s)\.so\.\d$/);
    },
  );

  it('offers the npm package only on 64-bit Linux', () => {
    expect(packagedChromium('linux', 'arm64')).toBeUndefined();
    expect(packagedChromium('darwin', 'x64')).toBeUndefined();
  });
});
