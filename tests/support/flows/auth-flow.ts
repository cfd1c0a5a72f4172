import { createActor } from 'xstate';
import type { User } from '../../../contract/account.ts';
import { authMachine } from '../../../machines/auth/auth.machine.ts';
import type { AuthParentEvent, Registration, Surface } from '../../../machines/auth/auth.types.ts';
import type { CodeGrant } from '../../../machines/otp/otp.grant.ts';
import type { Result } from '../../../machines/shared/result.ts';
import type { Screen } from '../../../machines/shared/screen.ts';
import { fakePort, ok, parentStub, pass, refused } from './machines.ts';

/** A verified account. */
export const buyer: User = {
  id: 'u1',
  name: 'Sari Dewi',
  firstName: 'Sari',
  lastName: 'Dewi',
  email: 'pembeli@contoh.id',
  phoneNumber: '+628123456789',
  role: 'user',
  isVerified: true,
  created_at: '2026-01-01T00:00:00.000Z',
};
/** An account that has not proven its address. */
export const newcomer: User = { ...buyer, id: 'u2', email: 'baru@contoh.id', isVerified: false };

/** What a newcomer types. */
export const registration: Registration = {
  firstName: 'Sari',
  lastName: 'Dewi',
  phoneNumber: '+628123456789',
  email: 'baru@contoh.id',
  password: 'tiket1234',
};

type IsVerified = Result<{ readonly isVerified: boolean }>;

/** An auth machine with its ports in the hands of the test. */
export function startAuth() {
  const parent = parentStub<AuthParentEvent>();
  const fetchUser = fakePort<Result<User>, unknown>();
  const login = fakePort<IsVerified, { readonly email: string; readonly password: string }>();
  const register = fakePort<IsVerified, Registration>();
  const requestCode = fakePort<Result<CodeGrant>, unknown>();
  const openGoogle = fakePort<
    Result<null>,
    { readonly surface: Surface; readonly returnTo: Screen | null }
  >();
  const untilShownAgain = fakePort<void, unknown>();
  const exitSession = fakePort<Result<unknown>, unknown>();
  const logout = fakePort<Result<unknown>, unknown>();
  const clearLocal = fakePort<void, unknown>();
  const reloadHome = fakePort<void, unknown>();
  const machine = authMachine.provide({
    actors: {
      fetchUser: fetchUser.logic,
      login: login.logic,
      register: register.logic,
      requestCode: requestCode.logic,
      openGoogle: openGoogle.logic,
      untilShownAgain: untilShownAgain.logic,
      exitSession: exitSession.logic,
      logout: logout.logic,
      clearLocal: clearLocal.logic,
      reloadHome: reloadHome.logic,
    },
  });
  const actor = createActor(machine, { input: { parent: parent.ref } }).start();
  const state = () => actor.getSnapshot();
  const account = () => state().value.account;
  const ports = { fetchUser, login, register, requestCode, openGoogle, untilShownAgain };
  const wayOut = { exitSession, logout, clearLocal, reloadHome };
  return { actor, parent, ...ports, ...wayOut, state, account };
}

/** The same with nobody signed in. */
export async function startAnonymous() {
  const flow = startAuth();
  await flow.fetchUser.answer(refused('unauthenticated', 'Unauthorized'));
  flow.parent.take();
  return flow;
}

/** The same with a verified buyer. */
export async function startVerified() {
  const flow = startAuth();
  await flow.fetchUser.answer(ok(buyer));
  flow.parent.take();
  return flow;
}

/** The same with the sign-in form sent off. */
export async function startLogin(surface: 'page' | 'modal' = 'page') {
  const flow = await startAnonymous();
  flow.actor.send({ type: 'login.open', surface, returnTo: { name: 'queue', slug: 'konser' } });
  flow.actor.send({ type: 'login.submit', email: 'pembeli@contoh.id', password: 'tiket1234' });
  return flow;
}

/** The same on the code page after a registration. */
export async function startUnverified() {
  const flow = await startAnonymous();
  flow.actor.send({ type: 'register.open', surface: 'page', returnTo: { name: 'profile' } });
  flow.actor.send({ type: 'register.submit', registration });
  await flow.register.answer(ok({ isVerified: false }));
  await flow.fetchUser.answer(ok(newcomer));
  await pass(1_501);
  flow.parent.take();
  return flow;
}
