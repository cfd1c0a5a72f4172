import { describe, expect, it } from 'vitest';
import { buyer, newcomer } from '../../support/flows/auth-flow.ts';
import { broken, ok, refused, unreachable } from '../../support/flows/machines.ts';
import {
  answers,
  type Happening,
  type Journey,
  sees,
  sends,
  travel,
  waits,
} from '../../support/model/journey.ts';
import type { Stage } from '../../support/model/stage.ts';
import { authModel } from '../auth.model.ts';

/** A verified buyer comes to the site. */
const isBuyer: readonly Happening[] = [answers('readUser', ok(buyer))];
const signsOut: readonly Happening[] = [...isBuyer, sends({ type: 'auth.signOut' })];
const told = ['auth.verified', 'auth.leaving'] as const;

const userOf = (stage: Stage) => stage.snapshot().context.user;
const lastTold = (stage: Stage) => stage.told().at(-1);
const auth = (journey: Omit<Journey, 'model' | 'from'>) =>
  travel({ model: authModel, from: 'cold', ...journey });

describe('§4 Authentication: who is signed in', () => {
  it('A user counts as signed in only if isVerified is true', () =>
    auth({
      steps: isBuyer,
      ends: ['account.verified.settled'],
      tells: ['auth.verified'],
      holds: (stage) => expect(userOf(stage)).toEqual(buyer),
    }));

  it('otherwise local user data is cleared', () =>
    auth({
      steps: [
        ...isBuyer,
        sends({ type: 'auth.recheck' }),
        answers('readUser', ok({ ...buyer, isVerified: false })),
      ],
      ends: ['account.anonymous.idle'],
      tells: ['auth.verified', 'auth.anonymous'],
      holds: (stage) => expect(userOf(stage)).toBeNull(),
    }));

  // Ruling 1.4-D: a person who registers or signs in unverified stays so for the life of the page, and is signed out after a refresh.
  it('(ruling 1.4-D) an unverified account is nobody after a refresh', () =>
    auth({
      steps: [answers('readUser', ok(newcomer))],
      ends: ['account.anonymous.idle'],
      tells: ['auth.anonymous'],
      holds: (stage) => expect(userOf(stage)).toBeNull(),
    }));

  // Ruling R21: a clear 401 alone.
  it('A failed auth check clears local user data', () =>
    auth({
      steps: [
        ...isBuyer,
        sends({ type: 'auth.refused' }),
        answers('readUser', refused('unauthenticated', 'No')),
      ],
      ends: ['account.anonymous.idle'],
      tells: ['auth.verified', 'auth.anonymous'],
      holds: (stage) => expect(userOf(stage)).toBeNull(),
    }));

  // Ruling 1.4-E over 'a failed auth check': a server that fails, or is silent, says nothing about anybody.
  it('(ruling 1.4-E) a check that brings no answer is tried after 1, 2 and 4 s and clears nothing', () =>
    auth({
      steps: [
        ...isBuyer,
        sends({ type: 'auth.refused' }),
        answers('readUser', unreachable()),
        sees(['reader.waiting'], (stage) => expect(stage.snapshot().context.healing.tries).toBe(1)),
        waits('healing'),
        answers('readUser', broken()),
        waits('healing'),
        answers('readUser', broken(503)),
        waits('healing'),
        answers('readUser', unreachable()),
      ],
      ends: ['account.verified.settled', 'reader.waiting'],
      tells: ['auth.verified', 'auth.verified'],
      holds: (stage) => {
        expect(userOf(stage)).toEqual(buyer);
        expect(stage.calls('fetchUser')).toBe(5);
      },
    }));

  it('(ruling R21) at a cold start it is tried for as long as it takes', () =>
    auth({
      steps: [
        answers('readUser', unreachable()),
        waits('healing'),
        answers('readUser', unreachable()),
        waits('healing'),
        answers('readUser', unreachable()),
        waits('healing'),
        answers('readUser', unreachable()),
      ],
      ends: ['account.checking', 'reader.waiting'],
      tells: [],
    }));
});

describe('§4 Authentication: logout', () => {
  it('Logout: a queue-exit event fires', () =>
    auth({
      steps: signsOut,
      ends: ['account.signingOut.leavingQueue'],
      tells: told,
      holds: (stage) => expect(stage.calls('exitSession')).toBe(0),
    }));

  it('100 ms wait, session exited', () =>
    auth({
      steps: [...signsOut, waits('logoutQueueWait')],
      ends: ['account.signingOut.exitingSession'],
      holds: (stage) =>
        expect([stage.openCalls('exitSession'), stage.calls('logout')]).toEqual([1, 0]),
    }));

  it('server logout called', () =>
    auth({
      steps: [...signsOut, waits('logoutQueueWait'), answers('exitSession', ok(null))],
      ends: ['account.signingOut.callingLogout'],
      holds: (stage) =>
        expect([stage.openCalls('logout'), stage.calls('clearLocal')]).toEqual([1, 0]),
    }));

  it('local data cleared', () =>
    auth({
      steps: [
        ...signsOut,
        waits('logoutQueueWait'),
        answers('exitSession', ok(null)),
        answers('logout', ok(null)),
        sees(['account.signingOut.clearing'], (stage) =>
          expect(stage.openCalls('clearLocal')).toBe(1),
        ),
        answers('clearLocal', undefined),
      ],
      ends: ['account.signingOut.reloading'],
      tells: [...told, 'auth.anonymous'],
      holds: (stage) => {
        expect(userOf(stage)).toBeNull();
        expect(lastTold(stage)).toEqual({ type: 'auth.anonymous', because: 'logout' });
      },
    }));

  it('page reloads to / after 500 ms', () =>
    auth({
      steps: [
        ...signsOut,
        waits('logoutQueueWait'),
        answers('exitSession', ok(null)),
        answers('logout', ok(null)),
        answers('clearLocal', undefined),
        sees(['account.signingOut.reloading'], (stage) =>
          expect(stage.calls('reloadHome')).toBe(0),
        ),
        waits('logoutReload'),
      ],
      ends: ['account.signingOut.leavingPage'],
      holds: (stage) => expect(stage.openCalls('reloadHome')).toBe(1),
    }));

  it('(ruling 1.4-J) each step has a 2 s cap, and what is cleared here is cleared though the calls fail', () =>
    auth({
      steps: [
        ...signsOut,
        waits('logoutQueueWait'),
        waits('logoutStepCap'),
        sees(['account.signingOut.callingLogout']),
        waits('logoutStepCap'),
        sees(['account.signingOut.clearing'], (stage) => {
          expect([stage.openCalls('exitSession'), stage.openCalls('logout')]).toEqual([0, 0]);
        }),
        answers('clearLocal', undefined),
        waits('logoutReload'),
        answers('reloadHome', undefined),
      ],
      ends: ['account.anonymous.idle'],
      tells: [...told, 'auth.anonymous'],
      holds: (stage) => expect(userOf(stage)).toBeNull(),
    }));
});
