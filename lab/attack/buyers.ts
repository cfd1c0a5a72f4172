import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { requestedWithHeader, requestedWithValue } from '../../contract/limits.ts';
import { secretHash } from '../../server/secrets/secret-hash.ts';

/** A signed-in buyer of an attack; loopback is plain http, so the cookie is the plain one. */
export interface AttackBuyer {
  readonly headers: Readonly<Record<string, string>>;
}

/** `count` verified, signed-in accounts, written straight into the database: an attack on buying does not wait for hashes. */
export async function layBuyers(client: Client, count: number): Promise<AttackBuyer[]> {
  const buyers: AttackBuyer[] = [];
  for (let index = 0; index < count; index += 1) {
    const account = randomUUID();
    const session = randomBytes(32).toString('base64url');
    await client.query(
      `insert into accounts (id, email, first_name, last_name, phone_number, is_verified, created_at)
       values ($1, $2, 'Pembeli', 'Uji', '+6281200000000', true, clock_timestamp())`,
      [account, `serangan-${account.slice(0, 8)}@uji.contoh.id`],
    );
    await client.query(
      `insert into auth_sessions (id_hash, account_id, created_at, last_seen_at, expires_at)
       values ($1, $2, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '12 hours')`,
      [secretHash(session), account],
    );
    buyers.push({
      headers: { cookie: `roetix_session=${session}`, [requestedWithHeader]: requestedWithValue },
    });
  }
  return buyers;
}
