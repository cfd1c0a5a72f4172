// @vitest-environment node

import { describe, expect, it } from 'vitest';
import { login, me } from '../../../contract/account.ts';
import type { CallShape } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import { type RefusalCode, refusalTable } from '../../../contract/call/refusal-codes.ts';
import { refusalsOf } from '../../../contract/call/refusals-of.ts';
import { gateCalls } from '../../../contract/gate.ts';
import { createApi } from '../../../src/effects/http/api.ts';
import { refusalCodeOf } from '../../../src/effects/http/refusal-code.ts';

const rows: readonly CallShape[] = [...Object.values(calls), ...Object.values(gateCalls)];

describe('the code of a refusal', () => {
  it('is the one that the server sends, regardless of its sentence', () => {
    for (const row of rows) {
      for (const [code, status] of Object.entries(refusalsOf(row))) {
        const { sentence } = refusalTable[code as RefusalCode];
        const body = { status, message: sentence, data: null, code };
        expect(refusalCodeOf(row, status, body, sentence)).toBe(code);
      }
    }
  });

  it.each<[call: CallShape, status: number, sentence: string, code: RefusalCode | null]>([
    [calls.me, 401, '', 'unauthenticated'],
    [calls.login, 401, 'Nope', 'wrongCredentials'],
    [calls.session, 403, '', 'sessionNotOnline'],
    [calls.updateProfile, 403, '', 'emailNotVerified'],
    [calls.validateOtp, 422, 'Salah', 'codeWrong'],
    [calls.validateOtp, 410, '', 'codeExpired'],
    [calls.generateOtp, 429, '', 'codeTooSoon'],
    [calls.joinQueue, 409, '', 'otherSessionLive'],
    [calls.joinQueue, 404, '', 'eventNotFound'],
    [calls.exitSession, 409, '', 'paymentNotVoidable'],
    [calls.createDraft, 409, 'SEATS not available or already taken!', 'seatsTaken'],
    [calls.createDraft, 409, 'Draft already exists.', 'draftExists'],
    [calls.createDraft, 409, 'There is an active payment session', 'paymentLive'],
    [calls.createDraft, 409, 'Something else', null],
    [calls.createDraft, 404, '', 'seatsTaken'],
    [calls.createDraft, 403, '', 'sessionNotOnline'],
    [calls.readDraft, 403, '', 'noDraft'],
    [calls.readDraft, 404, '', 'noDraft'],
    [calls.submitForms, 404, '', 'notFound'],
    [calls.submitForms, 405, '', 'notFound'],
    [calls.paymentMethods, 403, 'Active order draft required', 'draftRequired'],
    [calls.paymentMethods, 403, 'Forbidden', 'sessionNotOnline'],
    [calls.createPayment, 422, '', 'methodUnfit'],
    [calls.paymentStatus, 404, '', 'noPayment'],
    [gateCalls.gateNews, 403, '', 'gatePassInvalid'],
    [calls.eventList, 408, '', 'serviceBusy'],
    [calls.eventList, 429, '', 'tooManyRequests'],
    [calls.eventList, 418, '', null],
  ])(
    'of $path, $status without one follows from its status and sentence (§7.2)',
    (call, status, sentence, code) => {
      expect(refusalCodeOf(call, status, { status, message: sentence }, sentence)).toBe(code);
    },
  );

  const answering = (status: number, body: unknown) =>
    createApi({
      root: 'http://localhost/api',
      retries: 0,
      fetch: async () => new Response(JSON.stringify(body), { status }),
    });

  it.each([
    [403, 'emailNotVerified', { kind: 'refused', status: 403, code: 'emailNotVerified' }],
    [503, 'serviceAway', { kind: 'broken', status: 503, code: 'serviceAway' }],
  ])('is part of the failure of a call: %i', async (status, code, failure) => {
    const sent = { status, message: 'No', data: null, code };
    expect(await answering(status, sent).call(me, {})).toMatchObject({ ok: false, failure });
  });

  it.each([
    [408, true],
    [425, true],
    [429, true],
    [401, undefined],
  ])('marks a temporary refusal: %i', async (status, isMomentary) => {
    const call = { body: { email: 'a@b.id', password: 'x' } };
    const sent = { status, message: 'No', data: null };
    const answer = await answering(status, sent).call(login, call);
    const { failure } = answer as Extract<typeof answer, { ok: false }>;
    expect(failure).toMatchObject({ kind: 'refused' });
    expect((failure as { isMomentary?: boolean }).isMomentary).toBe(isMomentary);
  });
});
