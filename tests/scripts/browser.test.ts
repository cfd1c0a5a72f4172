import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  chromiumCandidates,
  findChromium,
  locateChromium,
  MissingChromiumError,
} from '../support/browser/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'roetix-browser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const broken = join(folder, 'bin', 'chromium');
mkdirSync(join(folder, 'bin'));
writeFileSync(broken, '#!/bin/sh\nexit 3\n');
chmodSync(broken, 0o755);
symlinkSync(join(folder, 'bin'), join(folder, 'alias'));

describe('finding a Chromium', () => {
  it('takes CHROMIUM_PATH and nothing else when it is set', () => {
    expect(chromiumCandidates({ CHROMIUM_PATH: broken, PATH: '/usr/bin' })).toEqual([broken]);
  });

  it('looks along PATH, and names one browser once', () => {
    const PATH = `${join(folder, 'bin')}:${join(folder, 'alias')}`;
    const inFolder = chromiumCandidates({ PATH }).filter((path) => path.startsWith(folder));
    expect(inFolder).toEqual([broken]);
  });

  it('refuses one that exists and does not start, and says how to get one', async () => {
    expect(locateChromium({ CHROMIUM_PATH: broken })).toBe(broken);
    const error = await findChromium({ CHROMIUM_PATH: broken }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MissingChromiumError);
    expect(String(error)).toContain(`tried ${broken}`);
    expect(String(error)).toContain('npx playwright install chromium');
  });

  it('refuses a path where nothing is', () => {
    const nothing = join(folder, 'nothing');
    expect(() => locateChromium({ CHROMIUM_PATH: nothing })).toThrow(`${nothing}: no such file`);
  });
});
