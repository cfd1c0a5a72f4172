import { expect, it } from 'vitest';
import type { Subject } from '../../../lab/conform/expected.ts';
import { createNotes, type Finding, tableOf } from '../../../lab/conform/findings.ts';
import type { Means } from '../../../lab/conform/means.ts';
import { conform } from '../../../lab/conform/play.ts';
import { toolsAt } from '../../../lab/conform/tools.ts';
import { judgeHeard } from '../../../lab/conform/topics.ts';
import {
  literalAccounts,
  literalShop,
  literalSlug,
  type Spoil,
} from '../../support/flows/literal-shop.ts';
import { concert } from '../support/purchase.ts';
import { createTestApp } from '../support/test-app.ts';

const standard = { provokesLimits: false, buys: true, broker: null };

async function playLiteral(spoil?: Spoil): Promise<readonly Finding[]> {
  const { fetch, pay } = literalShop(spoil);
  const root = 'http://toko.example/api';
  const of = { root, accounts: literalAccounts, slug: literalSlug, tools: { pay } };
  return conform({ ...standard, ...of, fetch });
}
const broken = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'breaks');

it('every call and topic of our own server holds', async () => {
  const app = await createTestApp();
  const origin = `http://127.0.0.1:${await app.listen()}`;
  const tools = await toolsAt(origin);
  const url = `${origin.replace('http', 'ws')}/mqttws`;
  const means: Means = {
    ...standard,
    ...{ root: `${origin}/api`, fetch, accounts: [], slug: concert },
    broker: { url, prefix: 'roetix', origin },
    tools,
  };
  const findings = await conform(means).finally(() => app.close());
  expect(findings.filter(({ verdict }) => verdict !== 'holds')).toEqual([
    // Nobody waits for a turn.
    expect.objectContaining({ subject: 'topic line', verdict: 'untried' }),
  ]);
  expect(tableOf(findings)).toMatch(/breaks: 0 .*harmlessly: 0 .*holds: 74 .*not tried: 1/);
});

it('a back end that follows §3 and §7 alone deviates, and breaks nothing (§3.2)', async () => {
  const findings = await playLiteral();
  expect(broken(findings)).toEqual([]);
  const verdicts = new Set(findings.map(({ subject, verdict }) => `${subject} ${verdict}`));
  for (const one of ['eventDetail copes', 'myTickets holds', 'otpStatus copes'])
    expect(verdicts, one).toContain(one);
});

let payments = 0;
const stranger = literalAccounts[1]?.email;
const cookieWithout = (word: string): Spoil => {
  return ({ headers }) =>
    Object.assign(headers, { 'set-cookie': headers['set-cookie']?.replace(word, '') ?? '' });
};
/** One line of a right back end changed, with the call and the field by which it must be found. */
const wrong: [subject: Subject, field: string, call: string, spoil: Spoil][] = [
  ['eventSearch', 'data.0.slug', '/event-search', ({ body }) => delete body.data[0].slug],
  ['eventList', 'pagination.total', '/event-list', ({ body }) => delete body.pagination.total],
  [
    ...(['seatmapCategories', 'data.categories.0.id', '/seatmap-categories'] as const),
    ({ body }) => body.data && delete body.data.categories[0].id,
  ],
  [
    ...(['me', 'status', '/auth/me'] as const),
    (reply, _, who) => who ?? Object.assign(reply, { status: 200, body: { data: { id: 1 } } }),
  ],
  [
    ...(['login', 'status, message', '/auth/login'] as const),
    ({ status, body }) => status === 401 && delete body.status,
  ],
  [...(['login', 'Set-Cookie', '/auth/login'] as const), cookieWithout('HttpOnly; ')],
  [...(['exitSession', 'Sec-Fetch-Site', '/auth/login'] as const), cookieWithout('; SameSite=Lax')],
  [
    ...(['createPayment', 'data.payment.id', '/create-payment'] as const),
    ({ body }) => body.data && Object.assign(body.data, { id: payments++ }),
  ],
  [
    ...(['eTicket', 'status', '/e-ticket/700'] as const),
    (reply, _, who) =>
      who === stranger && Object.assign(reply, { status: 200, body: { data: {} } }),
  ],
  [
    ...(['readDraft', 'data.order.order_code', '/order-draft'] as const),
    ({ body }, call) => call.startsWith('GET') && body.data && delete body.data.order.order_code,
  ],
  [
    'eventDetail',
    'status',
    '/event/tidak-ada-acara-ini',
    (reply) => Object.assign(reply, { status: 500 }),
  ],
];

it.each(wrong)('%s: %s is found at fault', async (subject, field, place, spoil) => {
  const findings = await playLiteral((reply, call, who) => {
    if (call.endsWith(place)) spoil(reply, call, who);
  });
  expect(broken(findings)).toContainEqual(
    expect.objectContaining({ subject, field: expect.stringContaining(field) }),
  );
  expect(tableOf(findings)).toMatch(new RegExp(`✘ breaks +${subject} `));
});

it('a message without its owner is found at fault, one of another account is not', () => {
  const notes = createNotes();
  const heard = [{ user_id: 7, event: 'payment_completed' }, { event: 'payment_completed' }].map(
    (body) => ({ topic: `roetix/payment/${literalSlug}`, text: JSON.stringify(body) }),
  );
  judgeHeard(notes, 'roetix', [{ userId: '4410', heard }]);
  expect(notes.all.filter(({ subject }) => subject === 'topic payment')).toMatchObject([
    { tried: 'owner', verdict: 'copes' },
    { tried: 'message', verdict: 'breaks', field: 'message.user_id' },
  ]);
});
