import { expect, it } from 'vitest';
import { proveBackup } from '../../../lab/backup/backup-proof.ts';
import { luckOf } from '../../../lab/race/luck.ts';
import { createOwn, describePostgres } from './own-database.ts';

describePostgres('a backup while buyers race', (databaseUrl) => {
  it('restores everything confirmed before it began, after data folder and database are lost', async () => {
    await createOwn(databaseUrl);
    const plan = { buyers: 12, seats: 12, spreadMs: 500, draftsBefore: 2 };
    const { wrong, before } = await proveBackup(databaseUrl, plan, luckOf(20));
    expect(wrong).toEqual([]);
    expect(before).toBeGreaterThan(0);
  });
});
