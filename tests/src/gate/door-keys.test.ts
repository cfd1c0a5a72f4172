// @vitest-environment node
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { signTicket } from '../../../server/domain/ticket/ticket-issue.ts';
import { keyPair, openDoor, type ToldNews } from './doors.ts';

type Door = Awaited<ReturnType<typeof openDoor>>;

const open: Door[] = [];
afterEach(() => {
  for (const { gate } of open.splice(0)) gate.stop();
});

async function doorThatIsTold(told: ToldNews): Promise<Door> {
  const door = await openDoor(told);
  open.push(door);
  await waitFor(door.gate, (at) => at.matches('locked'));
  door.gate.send({ type: 'pass.give', pass: 'rahasia', door: 'Utara' });
  await isSynced(door);
  door.gate.send({ type: 'mode.manual' });
  return door;
}

const isSynced = ({ gate }: Door) =>
  waitFor(gate, (at) => at.matches({ working: { sync: 'idle' } }) && at.context.attempts === 0);

async function readNews(door: Door): Promise<void> {
  door.gate.send({ type: 'sync.now' });
  await isSynced(door);
}

async function verdictOn({ gate }: Door, code: string): Promise<string | undefined> {
  gate.send({ type: 'code.type', code });
  const shown = await waitFor(gate, (at) => at.matches({ working: { door: 'shown' } }));
  gate.send({ type: 'result.dismiss' });
  return shown.context.scan?.verdict;
}

const ticketOf = ({ eventId }: Door, pem: string, ticketId: string = randomUUID()) =>
  signTicket(pem, { ticketId, eventId, seatNumber: 'A-12', category: 'VIP' });

describe('a gate', () => {
  it('replaces its keys with each update and accepts no other', async () => {
    const [first, second, stranger] = [keyPair(), keyPair(), keyPair()];
    const told: ToldNews = { keys: [first.told], revoked: [] };
    const door = await doorThatIsTold(told);
    const [old, fresh] = [ticketOf(door, first.pem), ticketOf(door, second.pem)];
    expect(await verdictOn(door, old)).toBe('valid');
    expect(await verdictOn(door, fresh)).toBe('forged');

    told.keys = [first.told, second.told];
    await readNews(door);
    expect(await verdictOn(door, fresh)).toBe('valid');
    expect(await verdictOn(door, old)).toBe('valid');
    expect(await verdictOn(door, ticketOf(door, stranger.pem))).toBe('forged');

    told.keys = [second.told];
    await readNews(door);
    expect(await verdictOn(door, old)).toBe('forged');
    expect(await verdictOn(door, fresh)).toBe('valid');
  });

  it('reports a ticket listed as revoked as cancelled, whichever key signed it', async () => {
    const ours = keyPair();
    const ticketId = randomUUID();
    const told: ToldNews = { keys: [ours.told], revoked: [] };
    const door = await doorThatIsTold(told);
    expect(await verdictOn(door, ticketOf(door, ours.pem, ticketId))).toBe('valid');
    told.revoked = [ticketId];
    await readNews(door);
    expect(await verdictOn(door, ticketOf(door, ours.pem, ticketId))).toBe('revoked');
  });
});
