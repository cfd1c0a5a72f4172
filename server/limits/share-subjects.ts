import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { type ShareSubject, unpaidHoldsFrom } from '../domain/visit/shares.ts';
import type { Services } from '../services.ts';
import type { Visitor } from './visitor.ts';

/** A device may be a family's: it gets the shares of so many people. */
const peopleOfDevice = 2;
/** Unpaid holds of one event from one host that cost no challenge: thousands of buyers may stand behind one. */
const freeHoldsOfHost = 20;
/** Further ones after which each challenge gets harder by one step. */
const holdsPerStep = 10;

type Known = Pick<Visitor, 'device' | 'network'>;

/**
 * What the orders of a visitor are counted by beside the person (decision 022): the device, with the shares of two people, and the
 * host, without a limit. Only hashes are kept.
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
 * Asks a challenge of a hold from a host that let many holds of the event go unpaid, a harder one the more there were (ruling R9: a
 * neighbour makes a call dearer, never impossible). Throws Refusal 428 with the challenge.
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
