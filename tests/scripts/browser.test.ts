import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findChromium, locateChromium, MissingChromiumError } from '../support/browser/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'roetix-browser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const broken = join(folder, 'bin', 'chromium');
mkdirSync(join(folder, 'bin'));
writeFileSync(broken, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
symlinkSync(join(folder, 'bin'), join(folder, 'alias'));

describe('finding a Chromium', () => {
  it('refuses one that does not start, with the way to get one', async () => {
    expect(locateChromium({ CHROMIUM_PATH: broken })).toBe(broken);
    const error = await findChromium({ CHROMIUM_PATH: broken }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MissingChromiumError);
    expect(String(error)).toContain(`tried ${broken}`);
    expect(String(error)).toContain('npx playwright install chromium');
    const nothing = join(folder, 'nothing');
    expect(() => locateChromium({ CHROMIUM_PATH: nothing })).toThrow(`${nothing}: no such file`);
  });
});
