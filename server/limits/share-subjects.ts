import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import type { ShareSubject } from '../domain/visit/share-subject.ts';
import { unpaidHoldsFrom } from '../domain/visit/shares.ts';
import type { Services } from '../services.ts';
import type { Visitor } from './visitor.ts';

/** Factor on the shares of a device, which a family may use together. */
const peopleOfDevice = 2;
/** Unpaid holds per event and host without a challenge; thousands of buyers may share one host. */
const freeHoldsOfHost = 20;
/** Further unpaid holds after which challenges get one step harder. */
const holdsPerStep = 10;

type Known = Pick<Visitor, 'device' | 'network'>;

/**
 * Returns the subjects that a visitor's orders count against besides the account (decision 022): the device, with the shares of two people,
 * and the host, without a limit. Contains only hashes.
 */
export function shareSubjects(
  config: Pick<Config, 'maxTicketsPerPerson' | 'freeUnpaidHolds'>,
  { device, network }: Known,
): readonly ShareSubject[] {
  const host: ShareSubject = {
    kind: 'network',
    key: hashOf(network.host),
    tickets: null,
    freeUnpaidHolds: null,
  };
  if (device === null) return [host];
  return [
    {
      kind: 'device',
      key: hashOf(device.id),
      tickets: peopleOfDevice * config.maxTicketsPerPerson,
      freeUnpaidHolds: peopleOfDevice * config.freeUnpaidHolds,
    },
    host,
  ];
}

/**
 * Requires a challenge for a hold from a host with many unpaid holds of the event; more unpaid holds make it harder (ruling R9: a neighbour
 * makes a call more expensive, never impossible). Throws Refusal 428 with the challenge.
 */
export async function proveAmongHolders(
  { config, db, clock }: Pick<Services, 'config' | 'db' | 'clock'>,
  visitor: Visitor,
  slug: string,
): Promise<void> {
  if (!config.rateLimits) return;
  const key = hashOf(visitor.network.host);
  const unpaid = await unpaidHoldsFrom(db, { kind: 'network', key }, slug, clock.now());
  if (unpaid <= freeHoldsOfHost) return;
  await visitor.prove(Math.floor((unpaid - freeHoldsOfHost) / holdsPerStep));
}

function hashOf(text: string): string {
  return createHash('sha256').update(`share ${text}`).digest('base64url');
}
