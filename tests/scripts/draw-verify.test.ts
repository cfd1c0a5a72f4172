import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fromHex, type Hash, toHex } from '../../contract/draw/hashing.ts';
import { rootOf, treeOf } from '../../contract/draw/list.ts';
import { commitmentTo, numbersOf, seedOf } from '../../contract/draw/order.ts';
import { writeDraw } from '../../contract/draw/record.ts';
import { bundleServer } from '../support/browser/server-bundle.ts';

const hash: Hash = (bytes) => createHash('sha256').update(bytes).digest();
const names = ['aaaa', 'bbbb', 'cccc'];

test('draw:verify prints the facts of a draw, names what is wrong and exits with 1 (§11.52)', async () => {
  const event = 'konser';
  const secret = '5e'.repeat(32);
  const facts = {
    version: 1 as const,
    event,
    kind: 'sale' as const,
    closed_at: '2026-12-01T03:00:00Z',
    first: 1,
    beacon: null,
    commitment: toHex(commitmentTo(hash, event, fromHex(secret))),
    root: toHex(rootOf(treeOf(hash, names))),
    entrants: names.length,
    secret,
  };
  const numberAt = numbersOf(hash, seedOf(hash, facts), names.length);
  const entries = names.map((name, at) => ({ name, number: numberAt(at) }));

  const folder = await mkdtemp(path.join(tmpdir(), 'draw-'));
  try {
    const file = path.join(folder, 'draw.txt');
    await writeFile(file, writeDraw({ facts, entries: entries.slice(1) }));
    const { operator } = await bundleServer();
    const run = promisify(execFile)(process.execPath, [operator['draw-verify'], file]);
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(facts.commitment),
      stderr: expect.stringContaining('WRONG count: The file lists 2 entrants, 1 too few'),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
