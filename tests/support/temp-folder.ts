import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder, removed after the tests of the file or the group. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roetix-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
