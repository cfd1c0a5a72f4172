import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnswerOf } from '../../../../contract/call/call.ts';
import type { calls } from '../../../../contract/call/calls.ts';
import type { EventForm } from '../../../../contract/forms.ts';
import { requestedWithHeader } from '../../../../contract/limits.ts';
import type { DraftResponse } from '../../../../contract/order.ts';
import { demoEmailsPath, demoPaymentsPath } from '../../../../contract/settings.ts';
import { sampleSubmissions } from '../../../../samples/form-answers.ts';
import { type AppServer, startAppServer } from '../../../support/browser/app-server.ts';
import { codeIn, otherThan } from '../../support/emails.ts';
import { concert } from '../../support/purchase.ts';

const keptOutput = 20_000;
const person = {
  firstName: 'Kartikasari',
  lastName: 'Wulandhani',
  phoneNumber: '+6281287654321',
  email: 'kartika.wulandhani@uji.contoh.id',
  password: 'rahasia-besar-77',
};
const guest = {
  name: 'Bagaskara Tamu',
  email: 'bagas.tamu@uji.contoh.id',
  phone: '+6281311122233',
  nik: '3171015504900001',
};

let server: AppServer;
/** Headers that a proxy adds about the client. */
let proxied: Record<string, string> = {};

/** Starts the server for the following tests; an earlier test may have left one. */
async function serve(env: Record<string, string>): Promise<void> {
  await server?.stop();
  server = await startAppServer({ env: { ...env, LOG_LEVEL: 'trace' } });
}
afterAll(() => server.stop());

const cookies: string[] = [];
const cookieHeader = () =>
  ['roetix_session=', 'roetix_device=']
    .flatMap((name) => cookies.findLast((one) => one.startsWith(name)) ?? [])
    .join('; ');
const secretIn = (cookie: string) => cookie.split(';', 1)[0]?.split('=')[1] ?? '';

/** Makes a call, whose status must be this one; returns its data. */
async function ask<D>(status: number, method: string, path: string, body?: unknown): Promise<D> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      [requestedWithHeader]: 'roetix',
      ...proxied,
      cookie: cookieHeader(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  for (const cookie of answer.headers.getSetCookie()) cookies.push(cookie.split(';', 1)[0] ?? '');
  const text = await answer.text();
  expect(answer.status, `${path}: ${text}`).toBe(status);
  return (JSON.parse(text) as { data: D }).data;
}

/** The log so far, which must have this line and none of the secrets, plain or encoded. */
function expectSilent(line: string, secrets: readonly (string | undefined)[]): void {
  const log = server.output();
  // The log was verbose, and all of it was captured.
  expect(log).toContain(line);
  expect(log.length).toBeLessThan(keptOutput);
  for (const secret of [...secrets, ...cookies.map(secretIn)]) {
    if (secret === undefined || secret === '') continue;
    expect(log).not.toContain(secret);
    expect(log).not.toContain(encodeURIComponent(secret));
  }
}

describe('behind a proxy', () => {
  // A development server refuses proxied requests, and has the issuer that the second half needs.
  beforeAll(async () => {
    proxied = { 'x-forwarded-for': '203.0.113.77' };
    await serve({ ROETIX_MODE: 'demo', TRUST_PROXY: 'loopback', RATE_LIMITS: 'off' });
  });

  it('a purchase logged at the most verbose level names nobody and reveals nothing', async () => {
    const { email, password } = person;
    await ask(200, 'POST', '/auth/register', person);
    await ask(422, 'POST', '/auth/register', person);
    await ask(200, 'POST', '/auth/generate-otp');
    const cookie = cookieHeader();
    const letters = await fetch(server.url + demoEmailsPath, { headers: { cookie } });
    const code = codeIn(await letters.text());
    expect(code).toMatch(/^\d{6}$/);
    await ask(422, 'POST', '/auth/validate-otp', { otp: otherThan(code) });
    await ask(200, 'POST', '/auth/validate-otp', { otp: code });
    await ask(401, 'POST', '/auth/login', { email, password: `${password}!` });
    await ask(200, 'POST', '/auth/login', { email, password });

    const event = `/event/${concert}`;
    await ask(200, 'POST', `${event}/session/queue/join`);
    // Broken and hostile bodies, which errors tend to repeat.
    await ask(400, 'PUT', '/profile', `{"email":"${email}"`);
    await ask(422, 'PUT', '/profile', { ...person, firstName: `${email}\0` });
    const map = await ask<AnswerOf<typeof calls.seatmapCategories>>(
      200,
      'GET',
      `${event}/seatmap-categories`,
    );
    const seat = map.seatLayout.items.find((item) => item.status === 'available');
    const draft = await ask<DraftResponse>(200, 'POST', `${event}/order-draft`, {
      seats: [seat?.seat_number],
    });
    const ticket = draft.order_data.items[0]?.seats[0]?.ticket_id;
    const forms = await ask<EventForm[]>(200, 'GET', `${event}/forms`);
    const samples = JSON.stringify(sampleSubmissions(forms, [ticket ?? '']))
      .replaceAll('Tamu 1', guest.name)
      .replaceAll('tamu1@contoh.id', guest.email)
      .replaceAll('+6281234567890', guest.phone)
      .replaceAll('3171016104950001', guest.nik);
    for (const said of Object.values(guest)) expect(samples).toContain(said);
    const formPath = `${event}/order-draft/form-submission`;
    await ask(422, 'POST', formPath, { form_submissions: {} });
    await ask(200, 'POST', formPath, { form_submissions: JSON.parse(samples) });
    const { payment } = await ask<{ payment: { id: string } }>(
      200,
      'POST',
      `${event}/create-payment`,
      { payment_method_code: 'qris' },
    );
    const played = await fetch(`${server.url}${demoPaymentsPath}/${payment.id}`, {
      method: 'POST',
      headers: { cookie: cookieHeader() },
      body: new URLSearchParams({ outcome: 'settlement' }),
      redirect: 'manual',
    });
    expect(played.status).toBe(303);
    await ask(401, 'POST', '/webhooks/payment', { payment_id: email });
    const paid = await ask<{ payment: { ticket_ids: string[] } }>(
      200,
      'GET',
      `${event}/payment/status`,
    );
    const eTicket = await ask<{ ticket: { qr_code: string } }>(
      200,
      'GET',
      `/e-ticket/${paid.payment.ticket_ids[0]}`,
    );
    await ask(200, 'POST', '/auth/logout');
    expectSilent('was not signed by the gateway', [
      ...Object.values(person),
      ...Object.values(guest),
      ...[code, otherThan(code), eTicket.ticket.qr_code, '203.0.113.77'],
    ]);
  });
});

/** Starts a round trip to the issuer, in a browser of its own. */
async function leaveForGoogle() {
  const own = { [requestedWithHeader]: 'roetix', 'sec-fetch-site': 'same-origin' };
  const path = '/api/auth/google/url?returnTo=%2Fprofile';
  const begun = await fetch(server.url + path, { headers: own });
  const flow = begun.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const { data } = (await begun.json()) as { data: { auth_url: string; state: string } };
  return { data, flow };
}

/** A browser's whole round trip to the issuer; returns every secret that it met. */
async function signInWithGoogle(form: Record<string, string>): Promise<string[]> {
  const { data, flow } = await leaveForGoogle();
  const chosen = await fetch(data.auth_url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });
  const back = chosen.headers.get('location') ?? '';
  const landed = await fetch(back, { redirect: 'manual', headers: { cookie: flow } });
  const session = landed.headers.getSetCookie().find((each) => each.startsWith('roetix_session='));
  if (session !== undefined) cookies.push(session.split(';', 1)[0] ?? '');
  const asked = new URL(data.auth_url).searchParams;
  return [
    secretIn(flow),
    data.state,
    asked.get('nonce') ?? '',
    asked.get('code_challenge') ?? '',
    new URL(back).searchParams.get('code') ?? '',
    secretIn(session ?? ''),
  ];
}

describe('with the development tools', () => {
  beforeAll(async () => {
    proxied = {};
    await serve({});
  });

  it('a forgotten password, Google and the sign-out are logged without a name, a code or a token', async () => {
    const stranger = {
      email: 'wiratmaja.sembilan@uji.contoh.id',
      name: 'Wiratmaja Sembilan',
      phone: '+6281355566677',
      nobody: 'bukan-siapa-siapa@uji.contoh.id',
      password: 'pelabuhan-ratu-31',
    };
    const { email, name, phone, nobody, password } = stranger;
    const met = await signInWithGoogle({ email, name, email_verified: 'true' });
    expect(met.filter((each) => each.length < 6)).toEqual([]);
    await ask(200, 'POST', '/auth/google/complete-profile', { phone_number: phone });
    // Refusals log more than successes: an unverified address, a cancelled round trip, a forged one.
    met.push(...(await signInWithGoogle({ email: nobody, name })).slice(0, 5));
    const madeUp = await leaveForGoogle();
    met.push(secretIn(madeUp.flow), madeUp.data.state);
    await fetch(
      `${server.url}/api/auth/google/callback?code=sebuah-kode-rahasia&state=${madeUp.data.state}`,
      { redirect: 'manual', headers: { cookie: madeUp.flow } },
    );
    await ask(200, 'POST', '/auth/logout');
    for (const address of [email, nobody]) {
      for (const status of [200, 429]) {
        await ask(status, 'POST', '/auth/forgot-password', { email: address });
      }
    }
    // The e-mail may be sent after the response.
    const otp = await vi.waitFor(
      async () => {
        const letters = await fetch(`${server.url}/dev/mail?to=${email}`);
        const [letter] = (await letters.json()) as { text: string }[];
        const code = codeIn(letter?.text);
        if (code === '') throw new Error('No e-mail with a code has arrived.');
        return code;
      },
      { timeout: 20_000 },
    );
    const reset = (status: number, change: object) =>
      ask(status, 'POST', '/auth/reset-password', { email, otp, password, ...change });
    await reset(422, { otp: otherThan(otp) });
    await reset(422, { password: 'Password123' });
    await reset(422, { role: 'admin' });
    await ask(400, 'POST', '/auth/reset-password', `{"email":"${email}","otp":"${otp}"`);
    await reset(200, {});
    await ask(200, 'POST', '/auth/login', { email, password });
    await ask(200, 'POST', '/auth/logout');
    expectSilent('a return from the OpenID issuer was refused', [
      ...Object.values(stranger),
      ...met,
      ...[otp, otherThan(otp), 'sebuah-kode-rahasia'],
    ]);
  });
});
