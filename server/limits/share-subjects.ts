import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import type { ShareSubject } from '../domain/visit/share-subject.ts';
import type { Visitor } from './visitor.ts';

/** Factor on the shares of a device, which a family may use together. */
const peopleOfDevice = 2;

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

function hashOf(text: string): string {
  return createHash('sha256').update(`share ${text}`).digest('base64url');
}
