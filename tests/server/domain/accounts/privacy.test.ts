import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnswerOf } from '../../../../contract/call/call.ts';
import type { calls } from '../../../../contract/call/calls.ts';
import type { EventForm } from '../../../../contract/forms.ts';
import { requestedWithHeader } from '../../../../contract/limits.ts';
import type { DraftResponse } from '../../../../contract/order.ts';
import { demoEmailsPath, demoPaymentsPath } from '../../../../contract/settings.ts';
import { type AppServer, startAppServer } from '../../../support/browser/app-server.ts';

const keptOutput = 20_000;
const concert = 'konser-senja-jakarta';
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

async function ask<D>(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ code: number; data: D }> {
  const answer = await fetch(server.url + path, {
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
  const sent = (await answer.json()) as { data: D };
  return { code: answer.status, data: sent.data };
}

describe('behind a proxy', () => {
  // A development server refuses proxied requests, and has the issuer that the second half needs.
  beforeAll(async () => {
    proxied = { 'x-forwarded-for': '203.0.113.77' };
    await serve({ ROETIX_MODE: 'demo', TRUST_PROXY: 'loopback', RATE_LIMITS: 'off' });
  });

  it('a purchase logged at the most verbose level names nobody and reveals nothing', async () => {
    const { email, password } = person;
    expect((await ask('POST', '/api/auth/register', person)).code).toBe(200);
    expect((await ask('POST', '/api/auth/register', person)).code).toBe(422);
    expect((await ask('POST', '/api/auth/generate-otp')).code).toBe(200);
    const letters = await fetch(server.url + demoEmailsPath, {
      headers: { cookie: cookieHeader() },
    });
    const code = /\b\d{6}\b/.exec(await letters.text())?.[0] ?? '';
    expect(code).toMatch(/^\d{6}$/);
    const wrong = code === '111111' ? '222222' : '111111';
    expect((await ask('POST', '/api/auth/validate-otp', { otp: wrong })).code).toBe(422);
    expect((await ask('POST', '/api/auth/validate-otp', { otp: code })).code).toBe(200);
    expect((await ask('POST', '/api/auth/login', { email, password: `${password}!` })).code).toBe(
      401,
    );
    expect((await ask('POST', '/api/auth/login', { email, password })).code).toBe(200);

    const event = `/api/event/${concert}`;
    expect((await ask('POST', `${event}/session/queue/join`)).code).toBe(200);
    // Broken and hostile bodies, which errors tend to repeat.
    expect((await ask('PUT', '/api/profile', `{"email":"${email}"`)).code).toBe(400);
    expect((await ask('PUT', '/api/profile', { ...person, firstName: `${email}\0` })).code).toBe(
      422,
    );
    const map = await ask<AnswerOf<typeof calls.seatmapCategories>>(
      'GET',
      `${event}/seatmap-categories`,
    );
    const seat = map.data.seatLayout.items.find((item) => item.status === 'available');
    const draft = await ask<DraftResponse>('POST', `${event}/order-draft`, {
      seats: [seat?.seat_number],
    });
    expect(draft.code).toBe(200);
    const ticket = draft.data.order_data.items[0]?.seats[0]?.ticket_id;
    const forms = (await ask<EventForm[]>('GET', `${event}/forms`)).data.filter(
      (form) => form.is_active,
    );
    const answerTo = (type: string, options: EventForm['fields'][number]['options']) =>
      ({
        email: guest.email,
        phone: guest.phone,
        nik: guest.nik,
        date: '1991-02-03',
        select: options[0]?.value ?? '',
        radio: options[0]?.value ?? '',
        checkbox: options.slice(0, 1).map((option) => option.value),
      })[type] ?? guest.name;
    const submissions = Object.fromEntries(
      forms.map((form) => [
        form.id,
        [
          {
            ticket_id: form.ask_all ? ticket : null,
            form_data: Object.fromEntries(
              form.fields.map((field) => [
                field.field_key,
                answerTo(field.field_type, field.options),
              ]),
            ),
          },
        ],
      ]),
    );
    const submit = (given: unknown) =>
      ask('POST', `${event}/order-draft/form-submission`, { form_submissions: given });
    expect((await submit({})).code).toBe(422);
    expect((await submit(submissions)).code).toBe(200);
    const paid = await ask<{ payment: { id: string } }>('POST', `${event}/create-payment`, {
      payment_method_code: 'qris',
    });
    expect(paid.code).toBe(200);
    const played = await fetch(`${server.url}${demoPaymentsPath}/${paid.data.payment.id}`, {
      method: 'POST',
      headers: { cookie: cookieHeader() },
      body: new URLSearchParams({ outcome: 'settlement' }),
      redirect: 'manual',
    });
    expect(played.status).toBe(303);
    expect((await ask('POST', '/api/webhooks/payment', { payment_id: email })).code).toBe(401);
    const status = await ask<{ payment: { ticket_ids: string[] } }>(
      'GET',
      `${event}/payment/status`,
    );
    const [ticketId] = status.data.payment.ticket_ids;
    const eTicket = await ask<{ ticket: { qr_code: string } }>('GET', `/api/e-ticket/${ticketId}`);
    expect((await ask('POST', '/api/auth/logout')).code).toBe(200);

    const log = server.output();
    // The log was verbose, and all of it was captured.
    expect(log).toContain('was not signed by the gateway');
    expect(log.length).toBeLessThan(keptOutput);
    const secrets = {
      ...person,
      ...guest,
      code,
      wrong,
      qr: eTicket.data.ticket.qr_code,
      address: '203.0.113.77',
      ...Object.fromEntries(
        cookies.map((cookie, index) => [`cookie ${index}`, cookie.split('=')[1]]),
      ),
    };
    for (const [name, secret] of Object.entries(secrets)) {
      if (secret === undefined || secret === '') continue;
      expect(log.includes(secret), name).toBe(false);
      expect(log.includes(encodeURIComponent(secret)), `${name}, encoded`).toBe(false);
    }
  });
});

/** The newest code sent to an address; it may be sent after the response. */
async function codeFor(email: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const letters = await fetch(`${server.url}/dev/mail?to=${email}`);
      const [letter] = (await letters.json()) as { text: string }[];
      const [code] = /\b\d{6}\b/.exec(letter?.text ?? '') ?? [];
      if (code === undefined) throw new Error('No e-mail with a code has arrived.');
      return code;
    },
    { timeout: 20_000 },
  );
}

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
    flow.split('=')[1] ?? '',
    data.state,
    asked.get('nonce') ?? '',
    asked.get('code_challenge') ?? '',
    new URL(back).searchParams.get('code') ?? '',
    (session ?? '').split(';', 1)[0]?.split('=')[1] ?? '',
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
    expect(
      (await ask('POST', '/api/auth/google/complete-profile', { phone_number: phone })).code,
    ).toBe(200);
    // Refusals log more than successes: an unverified address, a cancelled round trip, a forged one.
    met.push(...(await signInWithGoogle({ email: nobody, name })).slice(0, 5));
    const madeUp = await leaveForGoogle();
    met.push(madeUp.flow.split('=')[1] ?? '', madeUp.data.state);
    await fetch(
      `${server.url}/api/auth/google/callback?code=sebuah-kode-rahasia&state=${madeUp.data.state}`,
      { redirect: 'manual', headers: { cookie: madeUp.flow } },
    );
    expect((await ask('POST', '/api/auth/logout')).code).toBe(200);
    for (const address of [email, nobody]) {
      expect((await ask('POST', '/api/auth/forgot-password', { email: address })).code).toBe(200);
      expect((await ask('POST', '/api/auth/forgot-password', { email: address })).code).toBe(429);
    }
    const otp = await codeFor(email);
    const wrong = otp === '111111' ? '222222' : '111111';
    const reset = (change: object) =>
      ask('POST', '/api/auth/reset-password', { email, otp, password, ...change });
    expect((await reset({ otp: wrong })).code).toBe(422);
    expect((await reset({ password: 'Password123' })).code).toBe(422);
    expect((await reset({ role: 'admin' })).code).toBe(422);
    expect(
      (await ask('POST', '/api/auth/reset-password', `{"email":"${email}","otp":"${otp}"`)).code,
    ).toBe(400);
    expect((await reset({})).code).toBe(200);
    expect((await ask('POST', '/api/auth/login', { email, password })).code).toBe(200);
    expect((await ask('POST', '/api/auth/logout')).code).toBe(200);

    const log = server.output();
    // The log does contain this run.
    expect(log).toContain('a return from the OpenID issuer was refused');
    expect(log.length).toBeLessThan(keptOutput);
    const secrets = [
      ...Object.values(stranger),
      ...met,
      ...cookies.map((cookie) => cookie.split('=')[1] ?? ''),
      ...[otp, wrong, 'sebuah-kode-rahasia'],
    ];
    for (const secret of secrets.filter((each) => each !== '')) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(encodeURIComponent(secret));
    }
  });
});
