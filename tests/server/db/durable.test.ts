import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseFolder, openEmbedded } from '../../../server/db/embedded.ts';
import { bundleServer } from '../../support/browser/server-bundle.ts';
import { folderFromImage } from '../../support/database/folder-from-image.ts';

/** A folder with a table, made once: creating a database takes seconds. */
const made = mkdtempSync(join(tmpdir(), 'roetix-durable-made-'));
let root: string;
const at = (name: string) => join(root, name);

beforeAll(async () => {
  await folderFromImage(made);
  const db = await openEmbedded(made);
  await db.script('create table kept (id int primary key)');
  await db.close();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roetix-durable-'));
  cpSync(made, at('data'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function keptIn(folder: string): Promise<number[]> {
  const db = await openEmbedded(folder);
  try {
    const found = await db.query<{ id: number }>('select id from kept order by id');
    return found.map((row) => row.id);
  } finally {
    await db.close();
  }
}

describe('a commit of the embedded database (§16.20)', () => {
  test('that does not fit on the disk ends the process at once, and earlier ones remain (§16.71)', async () => {
    const { fullDisk } = await bundleServer();
    const ended = spawnSync(process.execPath, [fullDisk, at('data')], { encoding: 'utf8' });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(
      /^The database gave up, so the server stops at once: [^\n]*No space left on device\. Every confirmed change is stored\. Free space on the disk of DATA_DIR, then start again\.$/m,
    );
    const confirmed = ended.stdout.trim().split('\n').map(Number);
    expect(confirmed.length).toBeGreaterThan(5);
    // The last one may be there although it was never confirmed.
    expect((await keptIn(at('data'))).slice(0, confirmed.length)).toEqual(confirmed);
  });
});

test('a partly created database is created again', async () => {
  rmSync(join(at('data'), databaseFolder, 'base'), { recursive: true });
  writeFileSync(join(at('data'), `${databaseFolder}.unfinished`), '');
  const db = await openEmbedded(at('data'));
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  await db.close();
  expect(existsSync(join(at('data'), `${databaseFolder}.unfinished`))).toBe(false);
});
