import { createActor, type InspectionEvent } from 'xstate';
import { authMachine } from '../../../machines/auth/auth.machine.ts';
import type { AuthParentEvent } from '../../../machines/auth/auth.types.ts';
import type { Result } from '../../../machines/shared/result.ts';
import type { buyer } from '../../support/flows/auth-flow.ts';
import { fakePort, parentStub, refused } from '../../support/flows/machines.ts';

/** The real auth machine under inspection, signed out. */
export async function inspectedAuth(inspect: (event: InspectionEvent) => void) {
  const fetchUser = fakePort<Result<typeof buyer>, unknown>();
  const login = fakePort<Result<{ isVerified: boolean }>, { email: string; password: string }>();
  const actor = createActor(
    authMachine.provide({ actors: { fetchUser: fetchUser.logic, login: login.logic } }),
    { input: { parent: parentStub<AuthParentEvent>().ref }, inspect },
  ).start();
  await fetchUser.answer(refused('unauthenticated'));
  return { actor, fetchUser, login };
}
