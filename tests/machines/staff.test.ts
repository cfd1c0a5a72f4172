import { afterAll, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { StaffSelf } from '../../contract/staff/calls.ts';
import type { Result } from '../../machines/shared/result.ts';
import { staffMachine } from '../../machines/staff/staff.machine.ts';
import type { Invitation } from '../../machines/staff/staff.types.ts';
import { fakePort, ok, refusalAs, transitionCoverage } from '../support/flows/machines.ts';

const self: StaffSelf = { id: '1', name: 'Sari', email: 's@uji.id', roles: ['door'], acts: [] };
const invitation: Invitation = {
  name: 'Sari',
  email: 's@uji.id',
  roles: ['door'],
  authenticator: 'otpauth://totp/x',
  secret: 'ABC',
  expires_at: '2027-01-01T00:00:00Z',
};
const unreachable = { ok: false, failure: { kind: 'unreachable', message: '' } } as const;
const refusal = (code: Parameters<typeof refusalAs>[0]) =>
  ({ ok: false, failure: { kind: 'refused', ...refusalAs(code) } }) as const;
const given = { email: 's@uji.id', password: 'gerbang-utara-42', code: '123456' };

const coverage = transitionCoverage(staffMachine);
afterAll(() => expect(coverage.unfired()).toEqual([]));

function start(token: string | null = null) {
  const ports = {
    readSelf: fakePort<Result<StaffSelf>, never>(),
    readInvitation: fakePort<Result<Invitation>, { readonly token: string }>(),
    accept: fakePort<Result<StaffSelf>, object>(),
    signIn: fakePort<Result<StaffSelf>, object>(),
    signOut: fakePort<Result<null>, never>(),
  };
  const actors = Object.fromEntries(
    Object.entries(ports).map(([slot, port]) => [slot, port.logic]),
  ) as object;
  const actor = createActor(staffMachine.provide({ actors }), {
    input: { token },
    inspect: coverage.inspect,
  }).start();
  return {
    actor,
    ports,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

async function signedIn() {
  const page = start();
  await page.ports.readSelf.answer(ok(self));
  return page;
}

describe('an open page', () => {
  it.each([
    [ok(self), 'signedIn', null],
    [refusal('unauthenticated'), 'signedOut', null],
    [unreachable, 'away', 'unreachable'],
    [{ ok: false, failure: { kind: 'broken', status: 500, message: '' } }, 'away', 'broken'],
  ] as const)('asks who is here: %o', async (answer, state, problem) => {
    const page = start();
    expect(page.state()).toBe('checking');
    await page.ports.readSelf.answer(answer as Result<StaffSelf>);
    expect([page.state(), page.context().problem]).toEqual([state, problem]);
  });

  it('asks again on a press, and after a bug of the effect', async () => {
    const page = start();
    await page.ports.readSelf.crash();
    expect([page.state(), page.context().problem]).toEqual(['away', 'broken']);
    page.actor.send({ type: 'retry' });
    expect([page.state(), page.context().problem]).toEqual(['checking', null]);
  });
});

describe('an invitation', () => {
  const invited = async () => {
    const page = start('rahasia');
    expect(page.ports.readInvitation.calls).toEqual([{ token: 'rahasia' }]);
    await page.ports.readInvitation.answer(ok(invitation));
    return page;
  };

  it('is shown, accepted once, and forgotten', async () => {
    const page = await invited();
    expect([page.state(), page.context().invitation]).toEqual(['invited', invitation]);
    const { password, code } = given;
    page.actor.send({ type: 'invitation.accept', password, code });
    expect(page.ports.accept.calls).toEqual([{ token: 'rahasia', password, code }]);
    await page.ports.accept.answer(ok(self));
    expect(page.state()).toBe('signedIn');
    expect(page.context()).toEqual({ token: null, invitation: null, self, problem: null });
  });

  it.each([
    [refusal('codeWrong'), 'invited', 'codeWrong'],
    [refusal('invitationInvalid'), 'signedOut', 'invitationInvalid'],
    [unreachable, 'invited', 'unreachable'],
  ] as const)('tells why it was not accepted: %o', async (answer, state, problem) => {
    const page = await invited();
    page.actor.send({ type: 'invitation.accept', password: 'x', code: '1' });
    await page.ports.accept.answer(answer as Result<StaffSelf>);
    expect([page.state(), page.context().problem]).toEqual([state, problem]);
  });

  it('stays after a bug of the effect', async () => {
    const page = await invited();
    page.actor.send({ type: 'invitation.accept', password: 'x', code: '1' });
    await page.ports.accept.crash();
    expect([page.state(), page.context().problem]).toEqual(['invited', 'broken']);
  });

  it.each([
    [refusal('invitationInvalid'), 'signedOut', null],
    [unreachable, 'away', 'rahasia'],
  ] as const)('that cannot be read: %o', async (answer, state, token) => {
    const page = start('rahasia');
    await page.ports.readInvitation.answer(answer as Result<Invitation>);
    expect([page.state(), page.context().token]).toEqual([state, token]);
  });

  it('is read again after a bug of the effect', async () => {
    const page = start('rahasia');
    await page.ports.readInvitation.crash();
    page.actor.send({ type: 'retry' });
    expect(page.state()).toBe('readingInvitation');
  });
});

describe('sign-in and sign-out', () => {
  const signedOut = async () => {
    const page = start();
    await page.ports.readSelf.answer(refusal('unauthenticated'));
    page.actor.send({ type: 'signIn', ...given });
    expect(page.ports.signIn.calls).toEqual([given]);
    return page;
  };

  it('signs in, and holds neither password nor code', async () => {
    const page = await signedOut();
    await page.ports.signIn.answer(ok(self));
    expect(page.state()).toBe('signedIn');
    const stored = JSON.stringify(page.actor.getPersistedSnapshot());
    for (const secret of [given.password, given.code]) expect(stored).not.toContain(secret);
  });

  it('says that something was wrong', async () => {
    const page = await signedOut();
    await page.ports.signIn.answer(refusal('wrongCredentials'));
    expect([page.state(), page.context().problem]).toEqual(['signedOut', 'wrongCredentials']);
    page.actor.send({ type: 'signIn', ...given });
    expect(page.context().problem).toBeNull();
    await page.ports.signIn.crash();
    expect([page.state(), page.context().problem]).toEqual(['signedOut', 'broken']);
  });

  it('leads back to the sign-in when the session ends while a page is open', async () => {
    const page = await signedIn();
    page.actor.send({ type: 'session.ended' });
    expect([page.state(), page.context()]).toMatchObject([
      'signedOut',
      { self: null, problem: 'unauthenticated' },
    ]);
  });

  it.each([
    [ok(null), 'signedOut', null],
    [refusal('unauthenticated'), 'signedOut', null],
    [unreachable, 'signedIn', self],
  ] as const)('signs out: %o', async (answer, state, who) => {
    const page = await signedIn();
    page.actor.send({ type: 'signOut' });
    await page.ports.signOut.answer(answer as Result<null>);
    expect([page.state(), page.context().self]).toEqual([state, who]);
  });

  it('is still signed in after a bug of the effect', async () => {
    const page = await signedIn();
    page.actor.send({ type: 'signOut' });
    await page.ports.signOut.crash();
    expect([page.state(), page.context().problem]).toEqual(['signedIn', 'broken']);
  });
});
