import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { nonceDigits, type WorkPuzzle, workText } from '../../contract/challenge/challenge.ts';
import type { Db } from '../db/db.ts';
import { type ChallengeBond, type ChallengePort, hardest } from './challenge.ts';

/** Some 65,000 hashes in total: 0.1 s on a desktop, 0.5 s on a slow phone. */
const parts = 8;
const partBits = 13;
/** Long enough for the hardest challenge on the slowest phone, too short for hoarding solutions. */
const lifetimeSeconds = 180;

/** The signed fields of a token. */
interface Claims {
  readonly seed: string;
  readonly bits: number;
  readonly expiresAt: number;
}

/** Creates the built-in challenge: a signed puzzle without server state until its solution stores the seed, so that it counts once. */
export function createProofOfWork(db: Db, key: string): ChallengePort {
  const sign = (claims: Claims, bond: ChallengeBond) =>
    createHmac('sha256', key)
      .update([claims.seed, claims.bits, claims.expiresAt, bond.call, bond.subject].join('\n'))
      .digest('base64url');
  return {
    issue(bond, hardness, now): WorkPuzzle {
      const claims: Claims = {
        seed: randomBytes(18).toString('base64url'),
        bits: partBits + Math.min(hardest, Math.max(0, Math.floor(hardness))),
        expiresAt: now.getTime() + lifetimeSeconds * 1000,
      };
      const token = [claims.seed, claims.bits, claims.expiresAt, sign(claims, bond)].join('.');
      return { kind: 'proof-of-work', token, seed: claims.seed, bits: claims.bits, parts };
    },
    async accept(answer, bond, now) {
      const given = /^([\w-]{24})\.(\d{1,2})\.(\d{1,15})\.([\w-]{43})~([0-9a-f]+)$/.exec(answer);
      if (given === null) return null;
      const [, seed = '', bits = '', expiresAt = '', signature = '', nonces = ''] = given;
      const claims: Claims = { seed, bits: Number(bits), expiresAt: Number(expiresAt) };
      const expected = Buffer.from(sign(claims, bond));
      const actual = Buffer.from(signature);
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
      // A clock set back by a development tool must not extend the life of a challenge.
      const left = claims.expiresAt - now.getTime();
      if (left <= 0 || left > lifetimeSeconds * 1000) return null;
      if (!isSolved(claims, nonces)) return null;
      const used = await db.query(
        'insert into challenge_uses (seed, expires_at) values ($1, $2) on conflict do nothing returning seed',
        [seed, new Date(claims.expiresAt)],
      );
      return used.length === 1 ? claims.bits - partBits : null;
    },
  };
}

function isSolved({ seed, bits }: Claims, nonces: string): boolean {
  if (nonces.length !== parts * nonceDigits) return false;
  for (let part = 0; part < parts; part += 1) {
    const nonce = Number.parseInt(nonces.slice(part * nonceDigits, (part + 1) * nonceDigits), 16);
    const hash = createHash('sha256')
      .update(workText(seed, part, nonce))
      .digest();
    if (hash.readUInt32BE(0) >>> (32 - bits) !== 0) return false;
  }
  return true;
}
