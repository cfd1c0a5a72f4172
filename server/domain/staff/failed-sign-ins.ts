import { staffSignIn } from '../../../contract/staff/calls.ts';
import type { Db, Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { accountKey } from '../../limits/account-key.ts';
import {
  type FailureLane,
  forgetFailure,
  forgetFailures,
  storeFailure,
} from '../../limits/login-failures.ts';
import { composeEmail } from '../../mail/compose-email.ts';
import type { Services } from '../../services.ts';

const refuse = refuseFor(staffSignIn);

/** Failures of all unknown devices of one person in a day; with six digits a code is then guessed once in 45 years. */
const unknownDevices = { most: 20, seconds: 24 * 3_600 };
/** A known device is counted by itself, so that strangers' failures keep nobody out. */
const knownDevice = { most: 5, seconds: 15 * 60 };
const unknownLane = 'unknown devices';

/** The key of a person of the staff in tables of limits and in device cookies, apart from the account of a buyer with the same address. */
export function staffKey(email: string): string {
  return accountKey(`staff ${email}`);
}

/**
 * Stores a failure before the sign-in is judged, so that parallel guesses cannot all pass the count. `deviceId` is that of a device on which the person
 * has signed in before, else null. The last one that fits writes to the person and to the owners. Throws Refusal 429, whether the person exists or not.
 */
export function noteFailedSignIn(
  services: Pick<Services, 'db' | 'config' | 'mailer'>,
  email: string,
  deviceId: string | null,
  now: Date,
): Promise<FailureLane> {
  const key = staffKey(email);
  const address = deviceId === null ? unknownLane : `device:${deviceId}`;
  const lane = { key, address, at: now };
  const { most, seconds } = deviceId === null ? unknownDevices : knownDevice;
  return services.db.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext($1)::bigint)', [key]);
    const [row] = await tx.query<{ n: number; first: Date | null }>(
      'select count(*)::int as n, min(at) as first from login_failures where account_key = $1 and address = $2 and at > $3',
      [key, address, new Date(now.getTime() - seconds * 1000)],
    );
    const { n = 0, first = null } = row ?? {};
    if (n >= most) {
      const passed = (now.getTime() - (first ?? now).getTime()) / 1000;
      throw refuse('tooManyFailures', { retryAfterSeconds: Math.max(1, seconds - passed) });
    }
    await storeFailure(tx, lane);
    if (n + 1 === most) await writeToStaff(tx, services, email);
    return lane;
  });
}

/** Forgets the failures of a lane after a success; the count of unknown devices stays, save this one. */
export function forgetFailedSignIn(db: Db, lane: FailureLane): Promise<void> {
  return lane.address === unknownLane ? forgetFailure(db, lane) : forgetFailures(db, lane);
}

/** Tells the person and the owners that the person's sign-ins are refused for a time; nobody where the address is of no person. */
async function writeToStaff(
  tx: Tx,
  { config, mailer }: Pick<Services, 'config' | 'mailer'>,
  email: string,
): Promise<void> {
  const readers = await tx.query<{ email: string; name: string }>(
    `select distinct p.email, s.name from staff s join staff p on p.removed_at is null and (p.id = s.id or 'owner' = any(p.roles))
     where lower(s.email) = lower($1) and s.removed_at is null`,
    [email],
  );
  const { productName } = config;
  const letters = readers.map(({ email: to, name }) =>
    composeEmail({
      kind: 'staff',
      to,
      productName,
      subject: `Percobaan masuk staf ${productName} ditolak`,
      indonesian: {
        greeting: 'Halo,',
        lines: [
          `Terlalu banyak percobaan masuk yang salah sebagai ${name}. Percobaan berikutnya ditolak untuk sementara; di perangkat yang pernah dipakai ${name}, batasnya dihitung tersendiri.`,
          'Bila ini bukan Anda, ganti kata sandi dan pengautentikasi dengan undangan baru dari pemilik toko.',
        ],
      },
      english: {
        greeting: 'Hello,',
        lines: [
          `There were too many wrong sign-ins as ${name}. Further ones are refused for a time; devices that ${name} has used before are counted by themselves.`,
          'If this was not you, replace password and authenticator by a new invitation of an owner.',
        ],
      },
    }),
  );
  if (letters.length > 0) await mailer.enqueue(tx, ...letters);
}
