import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseFolder, openEmbedded } from '../../../server/db/embedded.ts';
import { bundleServer } from '../../support/browser/server-bundle.ts';
import { folderFromImage } from '../../support/database/folder-from-image.ts';
import { powerCutOf } from '../support/power-cut.ts';

const rows = 20;
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

describe('a commit of the embedded database', () => {
  test('is synced once, before its call returns; a read is not', async () => {
    let synced = 0;
    const db = await openEmbedded(at('data'), undefined, {
      sync: (_file, path) => {
        if (path.includes('pg_wal')) synced += 1;
      },
    });
    synced = 0;
    for (let id = 1; id <= rows; id += 1) {
      await db.query('insert into kept values ($1)', [id]);
      expect(synced).toBe(id);
    }
    await db.tx(async (tx) => {
      await tx.query('insert into kept values (100)');
      await tx.query('insert into kept values (101)');
      expect(synced).toBe(rows);
    });
    await db.query('select * from kept');
    expect(synced).toBe(rows + 1);
    await db.close();
  });

  test('survives a power cut that leaves only synced data on the disk', async () => {
    const power = powerCutOf(at('data'));
    const db = await openEmbedded(at('data'), undefined, { sync: power.sync });
    const confirmed: number[] = [];
    for (let id = 1; id <= rows; id += 1) {
      await db.query('insert into kept values ($1)', [id]);
      confirmed.push(id);
      // New segments, and data files written before their log is deleted.
      if (id % 5 === 0) await db.query('select pg_switch_wal()');
      if (id % 7 === 0) await db.script('checkpoint');
      if (id % 8 === 0) {
        power.remainsTo(at(`cut-${id}`));
        expect(await keptIn(at(`cut-${id}`))).toEqual(confirmed);
      }
    }
    power.remainsTo(at('cut'));
    expect(await keptIn(at('cut'))).toEqual(confirmed);
    await db.close();
  });

  test('that does not fit on the disk ends the process at once, and earlier ones remain', async () => {
    const { fullDisk } = await bundleServer();
    const ended = spawnSync(process.execPath, [fullDisk, at('data')], { encoding: 'utf8' });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(
      /^The database gave up, so the server stops at once: [^\n]*No space left on device\. What was confirmed is kept\. Free space on the disk of DATA_DIR, then start again\.$/m,
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

test('the log stays bounded: a checkpoint is made every few segments', async () => {
  const db = await openEmbedded(at('data'));
  const redo = async () =>
    JSON.stringify(await db.query('select redo_lsn::text from pg_control_checkpoint()'));
  const before = await redo();
  for (let id = 1; id <= 12; id += 1) {
    await db.query('insert into kept values ($1)', [id]);
    await db.query('select pg_switch_wal()');
  }
  await vi.waitFor(async () => expect(await redo()).not.toBe(before));
  await db.close();
});
