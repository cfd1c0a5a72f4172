// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppLine } from '../../../src/inspector/app-line.ts';
import { mask } from '../../../src/inspector/secrets.ts';
import type { AppPacket, PagePacket, WireEvent } from '../../../src/inspector/wire.ts';
import { settle } from '../../support/flows/machines.ts';
import { inspectedAuth } from './inspected-auth.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The app's end of the channel, with its posted packets recorded. */
function startLine() {
  const posts: AppPacket[] = [];
  const post = (packet: AppPacket) => posts.push(structuredClone(packet));
  const line = createAppLine(post, { run: 'r1', tab: 't1' });
  const hear = async (packet: unknown) => {
    const isListening = line.hear(packet);
    await settle();
    return isListening;
  };
  const records = () => posts.flatMap((each) => ('records' in each ? each.records : []));
  const notes = () => records().filter((record) => record.type === 'roetix.note');
  const offered = (sessionId: string) => {
    const last = posts.findLast((each) => 'offers' in each && each.offers !== null);
    const all = last !== undefined && 'offers' in last ? (last.offers ?? []) : [];
    return all.find((offer) => offer.sessionId === sessionId);
  };
  return { line, posts, hear, records, notes, offered };
}

const listening: PagePacket = { type: 'roetix.inspector.listening', replay: true };

/** The same with a listening page and the real auth machine at its form. */
async function startSignIn() {
  const stage = startLine();
  await stage.hear(listening);
  const auth = await inspectedAuth(stage.line.inspect);
  auth.actor.send({ type: 'login.open', surface: 'page', returnTo: null });
  await settle();
  return { ...stage, ...auth, auth: auth.actor.sessionId };
}

const sent = (sessionId: string, event: WireEvent): PagePacket => ({
  type: 'roetix.inspector.send',
  run: 'r1',
  sessionId,
  event,
});

describe('a page', () => {
  it('receives the events that the actor can handle, masked, and nothing else', async () => {
    const { offered, auth } = await startSignIn();
    const events = offered(auth)?.events.map(({ event }) => event) ?? [];
    expect(events).toContainEqual({ type: 'login.submit', email: mask, password: mask });
    expect(events.map(({ type }) => type)).not.toContain('register.submit');
    expect(events.map(({ type }) => type)).not.toContain('auth.signOut');
  });

  it.each([
    ['a sample with its masked values restored', mask, 'pembeli@contoh.id'],
    ['edited values', 'x@contoh.id', 'x@contoh.id'],
  ])('sends %s', async (_, email, received) => {
    const { hear, login, notes, auth } = await startSignIn();
    await hear(sent(auth, { type: 'login.submit', email, password: mask }));
    expect(login.calls).toEqual([{ email: received, password: 'tiket1234' }]);
    expect(notes().at(-1)).toMatchObject({ tone: 'done', sessionId: auth });
  });

  it.each([
    ['the actor cannot take', { type: 'auth.signOut' }, /cannot take it now/],
    ['only the engine sends', { type: 'xstate.done.actor.login' }, /only the engine/],
    ['still holds a mask', { type: 'login.edit', note: mask }, /typed in/],
    ['is for a stopped actor', { type: 'login.edit' }, /gone/, 'x:999'],
  ])(
    'is refused an event that %s, with the reason in the log',
    async (_, event, reason, to = '') => {
      const { actor, hear, notes, auth } = await startSignIn();
      const before = actor.getSnapshot();
      await hear(sent(to || auth, event));
      expect(actor.getSnapshot()).toBe(before);
      expect(notes().at(-1)).toMatchObject({
        tone: 'refused',
        text: expect.stringMatching(reason),
      });
    },
  );
});
