import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StaffSelf } from '../../contract/staff/calls.ts';
import { timings } from '../../machines/shared/timings.ts';
import { staffMachine } from '../../machines/staff/staff.machine.ts';
import { staffPorts } from '../../machines/staff/staff.ports.ts';
import type { Invitation } from '../../machines/staff/staff.types.ts';
import {
  broken,
  ok,
  pass,
  refused,
  transitionCoverage,
  unreachable,
} from '../support/flows/machines.ts';
import { openFlow } from '../support/model/open-flow.ts';

const self: StaffSelf = { id: '1', name: 'Sari', email: 's@uji.id', roles: ['door'], acts: [] };
const invitation: Invitation = {
  name: 'Sari',
  email: 's@uji.id',
  roles: ['door'],
  authenticator: 'otpauth://totp/x',
  secret: 'ABC',
  expires_at: '2027-01-01T00:00:00Z',
};
const given = { email: 's@uji.id', password: 'gerbang-utara-42', code: '123456' };

const coverage = transitionCoverage(staffMachine);
beforeEach(() => void vi.useFakeTimers());
afterAll(() => expect(coverage.unfired()).toEqual([]));

const start = (token: string | null = null) =>
  openFlow(staffMachine, staffPorts, { token }, {}, coverage.inspect);

async function signedIn() {
  const page = start();
  await page.readSelf.answer(ok(self));
  return page;
}

describe('an open page', () => {
  it.each([
    [ok(self), 'signedIn', null],
    [refused('unauthenticated'), 'signedOut', null],
    [unreachable(), 'away', 'unreachable'],
    [broken(), 'away', 'broken'],
  ] as const)('asks who is here: %o', async (answer, state, problem) => {
    const page = start();
    await page.readSelf.answer(answer);
    expect([page.value(), page.context().problem]).toEqual([state, problem]);
  });

  it('asks again on a press, and after a bug of the effect', async () => {
    const page = start();
    await page.readSelf.crash();
    expect([page.value(), page.context().problem]).toEqual(['away', 'broken']);
    await page.send({ type: 'retry' });
    expect([page.value(), page.context().problem]).toEqual(['checking', null]);
  });
});

describe('an invitation', () => {
  const invited = async () => {
    const page = start('rahasia');
    expect(page.readInvitation.calls).toEqual([{ token: 'rahasia' }]);
    await page.readInvitation.answer(ok(invitation));
    return page;
  };

  it('is shown, accepted once, and forgotten', async () => {
    const page = await invited();
    expect([page.value(), page.context().invitation]).toEqual(['invited', invitation]);
    const { password, code } = given;
    await page.send({ type: 'invitation.accept', password, code });
    expect(page.accept.calls).toEqual([{ token: 'rahasia', password, code }]);
    await page.accept.answer(ok(self));
    expect(page.value()).toBe('signedIn');
    expect(page.context()).toEqual({ token: null, invitation: null, self, problem: null });
  });

  it.each([
    [refused('codeWrong'), 'invited', 'codeWrong'],
    [refused('invitationInvalid'), 'signedOut', 'invitationInvalid'],
    [unreachable(), 'invited', 'unreachable'],
  ] as const)('tells why it was not accepted: %o', async (answer, state, problem) => {
    const page = await invited();
    await page.send({ type: 'invitation.accept', password: 'x', code: '1' });
    await page.accept.answer(answer);
    expect([page.value(), page.context().problem]).toEqual([state, problem]);
  });

  it('stays after a bug of the effect', async () => {
    const page = await invited();
    await page.send({ type: 'invitation.accept', password: 'x', code: '1' });
    await page.accept.crash();
    expect([page.value(), page.context().problem]).toEqual(['invited', 'broken']);
  });

  it.each([
    [refused('invitationInvalid'), 'signedOut', null],
    [unreachable(), 'away', 'rahasia'],
  ] as const)('that cannot be read: %o', async (answer, state, token) => {
    const page = start('rahasia');
    await page.readInvitation.answer(answer);
    expect([page.value(), page.context().token]).toEqual([state, token]);
  });

  it('is read again after a bug of the effect', async () => {
    const page = start('rahasia');
    await page.readInvitation.crash();
    await pass(timings.rereadPause);
    expect(page.value()).toBe('readingInvitation');
  });
});

describe('sign-in and sign-out', () => {
  const signedOut = async () => {
    const page = start();
    await page.readSelf.answer(refused('unauthenticated'));
    await page.send({ type: 'signIn', ...given });
    expect(page.signIn.calls).toEqual([given]);
    return page;
  };

  it('signs in, and holds neither password nor code', async () => {
    const page = await signedOut();
    await page.signIn.answer(ok(self));
    expect(page.value()).toBe('signedIn');
    const stored = JSON.stringify(page.actor.getPersistedSnapshot());
    for (const secret of [given.password, given.code]) expect(stored).not.toContain(secret);
  });

  it('says that something was wrong', async () => {
    const page = await signedOut();
    await page.signIn.answer(refused('wrongCredentials'));
    expect([page.value(), page.context().problem]).toEqual(['signedOut', 'wrongCredentials']);
    await page.send({ type: 'signIn', ...given });
    expect(page.context().problem).toBeNull();
    await page.signIn.crash();
    expect([page.value(), page.context().problem]).toEqual(['signedOut', 'broken']);
  });

  it('leads back to the sign-in when the session ends while a page is open', async () => {
    const page = await signedIn();
    await page.send({ type: 'session.ended' });
    expect([page.value(), page.context()]).toMatchObject([
      'signedOut',
      { self: null, problem: 'unauthenticated' },
    ]);
  });

  it.each([
    [ok(null), 'signedOut', null],
    [refused('unauthenticated'), 'signedOut', null],
    [unreachable(), 'signedIn', self],
  ] as const)('signs out: %o', async (answer, state, who) => {
    const page = await signedIn();
    await page.send({ type: 'signOut' });
    await page.signOut.answer(answer);
    expect([page.value(), page.context().self]).toEqual([state, who]);
  });

  it('is still signed in after a bug of the effect', async () => {
    const page = await signedIn();
    await page.send({ type: 'signOut' });
    await page.signOut.crash();
    expect([page.value(), page.context().problem]).toEqual(['signedIn', 'broken']);
  });
});
