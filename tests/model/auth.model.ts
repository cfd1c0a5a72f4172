import { expect } from 'vitest';
import type { EventObject, SnapshotFrom } from 'xstate';
import type { User } from '../../contract/account.ts';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { authPorts } from '../../machines/auth/auth.ports.ts';
import type { AuthContext, AuthEvent, AuthParentEvent } from '../../machines/auth/auth.types.ts';
import { buyer, newcomer, registration } from '../support/flows/auth-flow.ts';
import { refusalAs } from '../support/flows/machines.ts';
import { flowModel } from '../support/model/flow-model.ts';
import { healing } from '../support/model/healing.ts';
import { shownText } from '../support/shown-text.ts';
import { grantAs, tooSoonAs } from './otp.model.ts';

/** What every walk signs in with; the password is nowhere but in its call. */
export const credentials = { email: buyer.email, password: 'tiket1234' };
/** What a registration may answer with (§4); nowhere in the machine (ruling 1.4-G). */
export const registered = { isVerified: false, token: 'kunci-sementara' };
/** Where the sign-in page goes back to. */
export const queuePage = { name: 'queue', slug: 'konser-senja-jakarta' } as const;

type AuthSnapshot = SnapshotFrom<typeof authMachine>;

/** Texts that must never be found in a machine, a snapshot or a telling. */
const secrets = [credentials.password, registered.token];

const nobody = refusalAs('unauthenticated', 'Unauthorized');
const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;

/** Who somebody is to the machine: nobody, one whom the server showed, or one who was only typed. */
function whois(user: User | null): string | null {
  if (user === null) return null;
  return `${user.id || 'typed'}${user.isVerified ? ', verified' : ''}`;
}

const nobodyThere = ({ user }: AuthContext) => expect(user).toBeNull();
const somebodyVerified = ({ user }: AuthContext) => expect(user?.isVerified).toBe(true);
const somebodyUnproven = ({ user, pending }: AuthContext) => {
  expect(user?.isVerified).toBe(false);
  expect(pending).toBeNull();
};
const waitingForAnswer = ({ error, pending }: AuthContext) => {
  expect(error).toBeNull();
  expect(pending?.email).toMatch(/@/);
};
const asked = { fetchUser: () => undefined };

const googleOpened = {
  holds: ({ error, user }: AuthContext) => {
    expect(error).toBeNull();
    expect(user).toBeNull();
  },
};
/** The way back is that of the form: from a modal, the page below it. */
const googleAsked = {
  runs: {
    openGoogle: ({ surface, returnTo }: AuthContext) => ({ surface, returnTo }),
  },
};
const googleLeft = {
  runs: { untilShownAgain: () => undefined },
  waits: ['googleReturn'] as const,
};

/** The steps of a sign-out, each of which the next one follows (§4). */
const wayOut = [
  'leavingQueue',
  'exitingSession',
  'callingLogout',
  'clearing',
  'reloading',
  'leavingPage',
] as const;

/** Place on the way out; -1 elsewhere. */
function stepOut(snapshot: AuthSnapshot): number {
  return wayOut.findIndex((step) => snapshot.matches({ account: { signingOut: step } }));
}

/** True while a form says that it worked, before the page goes on. */
function saysSo(snapshot: AuthSnapshot): boolean {
  return (
    snapshot.matches({ account: { verified: 'landing' } }) ||
    snapshot.matches({ account: { unverified: 'codeSent' } }) ||
    snapshot.matches({ account: { unverified: 'registered' } })
  );
}

/** The words of §8, by what has just happened; undefined where it says nothing new. */
function wordsAfter(step: string): string | null | undefined {
  const network = 'Network error. Please try again.';
  const unconfirmed =
    'Login succeeded but session verification failed. Please refresh the page and try again.';
  const unsent = 'Failed to send verification code. Please try again.';
  const unregistered = 'Registration failed. Please try again.';
  const noGoogle = 'Failed to initialize Google Sign In. Please try again.';
  const noGoogleAddress = 'Failed to get Google authentication URL. Please try again.';
  const words: Readonly<Record<string, string | null>> = {
    'login.open #1': null,
    'login.open #2': null,
    'login.edit': null,
    'login.submit': null,
    'register.open': null,
    'register.edit': null,
    'register.submit': null,
    'auth.close': null,
    'google.start': null,
    'openGoogle answers ok': null,
    'openGoogle answers refused': noGoogleAddress,
    'openGoogle answers broken': noGoogleAddress,
    'openGoogle answers unreachable': noGoogle,
    'openGoogle crashes': noGoogle,
    'login answers ok #1': null,
    'login answers ok #2': null,
    'login answers refused #1': 'Email atau kata sandi salah',
    'login answers refused #2': 'Login failed. Please check your credentials.',
    'login answers broken': network,
    'login answers unreachable': network,
    'login crashes': network,
    'fetchUserAgain answers refused #1': unconfirmed,
    'fetchUserAgain answers refused #2': unconfirmed,
    'fetchUserAgain answers broken': unconfirmed,
    'fetchUserAgain answers unreachable': unconfirmed,
    'fetchUserAgain crashes': unconfirmed,
    'requestCode answers ok': null,
    'requestCode answers refused #1': null,
    'requestCode answers refused #2': unsent,
    'requestCode answers refused #3': unsent,
    'requestCode answers broken': unsent,
    'requestCode answers unreachable': unsent,
    'requestCode crashes': unsent,
    'register answers ok': null,
    'register answers refused #1': 'Email sudah terdaftar',
    'register answers refused #2': unregistered,
    'register answers broken': unregistered,
    'register answers unreachable': network,
    'register crashes': unregistered,
  };
  return words[step];
}

/** The machine tells nothing else. */
const tellingsOf = (told: readonly EventObject[]) => told as readonly AuthParentEvent[];

/** Who is signed in (§4, Authentication). */
export const authModel = flowModel<AuthEvent>()({
  machine: authMachine,
  ports: authPorts,
  starts: { cold: (parent) => ({ parent }) },
  events: {
    'login.open': [
      { surface: 'page', returnTo: queuePage },
      { surface: 'modal', returnTo: null },
    ],
    'login.edit': [{}],
    'login.submit': [credentials],
    'register.open': [{ surface: 'page', returnTo: queuePage }],
    'register.edit': [{}],
    'register.submit': [{ registration }],
    'google.start': [{}],
    'auth.close': [{}],
    'code.accepted': [{}],
    'auth.refused': [{}],
    'auth.recheck': [{}],
    'auth.signedOut': [{}],
    'auth.signOut': [{}],
    'call.hasten': [{}],
  },
  answers: {
    fetchUser: {
      ok: [buyer, newcomer],
      refused: [nobody, refusalAs('emailNotVerified', 'Forbidden')],
      ...down,
    },
    login: {
      ok: [{ isVerified: true }, { isVerified: false }],
      refused: [
        refusalAs('wrongCredentials', 'Email atau kata sandi salah'),
        refusalAs('wrongCredentials', ''),
      ],
      ...down,
    },
    register: {
      ok: [registered],
      refused: [
        refusalAs('emailNotRegistrable', 'Email sudah terdaftar'),
        refusalAs('inputInvalid', ''),
      ],
      ...down,
    },
    requestCode: {
      ok: [grantAs()],
      refused: [tooSoonAs(45, 3), tooSoonAs(45, 10), nobody],
      ...down,
    },
    openGoogle: { ok: [null], refused: [refusalAs('tooManyRequests')], ...down },
    untilShownAgain: { value: [undefined] },
    exitSession: { ok: [null], refused: [refusalAs('paymentNotVoidable', 'Conflict')], ...down },
    logout: { ok: [null], refused: [nobody], ...down },
    clearLocal: { value: [undefined] },
    reloadHome: { value: [undefined] },
  },
  delays: {
    // §4: a second for the session cookie; ruling 1.4-F: one more.
    cookieWait: 1_000,
    // A page that stayed may be used again.
    googleReturn: 10_000,
    // §9: login and registration success.
    successNotice: 1_500,
    // §4, §9: logout.
    logoutQueueWait: 100,
    logoutReload: 500,
    // Ruling 1.4-J.
    logoutStepCap: 2_000,
    healing,
  },
  // Only what matters where it is: what a form left behind, or an ended read, is no other place.
  facts: (context, snapshot) => {
    const { user, pending, returnTo, error, cause } = context;
    // After the fourth, one more changes nothing.
    const tries = Math.min(context.healing.tries, 4);
    const isForm =
      snapshot.matches({ account: { anonymous: 'login' } }) ||
      snapshot.matches({ account: { anonymous: 'register' } });
    const form = { page: returnTo !== null, says: error !== null, pending: whois(pending) };
    const countsTries =
      snapshot.matches({ account: { verified: 'settled' } }) ||
      (snapshot.matches({ account: { unverified: 'settled' } }) && cause === 'code');
    const tellsCause =
      countsTries ||
      snapshot.matches({ account: 'checking' }) ||
      snapshot.matches({ account: { unverified: 'settled' } });
    return {
      user: snapshot.matches({ account: 'signingOut' }) ? user !== null : whois(user),
      form: (isForm || saysSo(snapshot)) && form,
      read: snapshot.matches({ reader: 'reading' }) && {
        cause: tellsCause && cause,
        tries: countsTries && tries,
      },
      waits: snapshot.matches({ reader: 'waiting' }) &&
        tellsCause && { cause, tries: countsTries && tries },
    };
  },
  effects: {
    'account.checking': { holds: nobodyThere },
    'account.anonymous.idle': { holds: nobodyThere },
    'account.anonymous.login.editing': { holds: nobodyThere },
    'account.anonymous.login.submitting': {
      runs: { login: () => credentials },
      holds: waitingForAnswer,
    },
    'account.anonymous.login.settling': { waits: ['cookieWait'], holds: waitingForAnswer },
    'account.anonymous.login.fetchingUser': { runs: asked, holds: waitingForAnswer },
    'account.anonymous.login.waitingAgain': { waits: ['cookieWait'], holds: waitingForAnswer },
    'account.anonymous.login.fetchingUserAgain': {
      runs: { fetchUserAgain: () => undefined },
      holds: waitingForAnswer,
    },
    'account.anonymous.login.requestingCode': {
      runs: { requestCode: () => undefined },
      holds: waitingForAnswer,
    },
    'account.anonymous.login.openingGoogle': googleOpened,
    'account.anonymous.login.openingGoogle.asking': googleAsked,
    'account.anonymous.login.openingGoogle.leaving': googleLeft,
    'account.anonymous.register.openingGoogle': googleOpened,
    'account.anonymous.register.openingGoogle.asking': googleAsked,
    'account.anonymous.register.openingGoogle.leaving': googleLeft,
    'account.anonymous.register.editing': { holds: nobodyThere },
    'account.anonymous.register.submitting': {
      runs: { register: () => registration },
      holds: waitingForAnswer,
    },
    'account.anonymous.register.fetchingUser': { runs: asked, holds: waitingForAnswer },
    'account.unverified': { holds: somebodyUnproven },
    'account.unverified.codeSent': { waits: ['successNotice'] },
    'account.unverified.registered': { waits: ['successNotice'] },
    'account.unverified.settled': {},
    'account.verified': { holds: somebodyVerified },
    'account.verified.landing': { waits: ['successNotice'] },
    'account.verified.settled': {},
    'account.signingOut.leavingQueue': { waits: ['logoutQueueWait'] },
    'account.signingOut.exitingSession': {
      runs: { exitSession: () => undefined },
      waits: ['logoutStepCap'],
    },
    'account.signingOut.callingLogout': {
      runs: { logout: () => undefined },
      waits: ['logoutStepCap'],
    },
    'account.signingOut.clearing': { runs: { clearLocal: () => undefined } },
    'account.signingOut.reloading': { waits: ['logoutReload'], holds: nobodyThere },
    'account.signingOut.leavingPage': {
      runs: { reloadHome: () => undefined },
      holds: nobodyThere,
    },
    'reader.idle': {},
    'reader.reading': { runs: { readUser: () => undefined } },
    'reader.waiting': { waits: ['healing'] },
  },
  never: {
    'a password or a token in the machine or in what it tells': ({ after, told }) =>
      secrets.some((secret) => JSON.stringify([after, told]).includes(secret)),
    'verified without an account that the server showed': ({ after }) =>
      after.matches({ account: 'verified' }) &&
      !(after.context.user?.isVerified === true && after.context.user.id !== ''),
    'verified without the server saying so': ({ before, after, step }) =>
      after.matches({ account: 'verified' }) &&
      !before.matches({ account: 'verified' }) &&
      !/^(readUser|fetchUser|fetchUserAgain) answers ok #1$/.test(step) &&
      // The server took the code, and the read that followed got lost.
      !(
        before.matches({ account: 'unverified', reader: 'reading' }) &&
        before.context.cause === 'code'
      ),
    'somebody told to be what they are not': ({ told }) =>
      tellingsOf(told).some(
        (event) =>
          (event.type === 'auth.verified' && !event.user.isVerified) ||
          (event.type === 'auth.unverified' && event.user.isVerified),
      ),
    'a sign-out that skips a step': ({ before, after }) => {
      const [from, to] = [stepOut(before), stepOut(after)];
      if (from === -1) return to > 0;
      const isOut = from === wayOut.length - 1 && after.matches({ account: { anonymous: 'idle' } });
      return to !== from && to !== from + 1 && !isOut;
    },
    'a sign-out that was not begun, or not told': ({ before, after, step, told }) =>
      stepOut(before) === -1 &&
      stepOut(after) !== -1 &&
      (step !== 'auth.signOut' || told.at(-1)?.type !== 'auth.leaving'),
    'a form opened over a sign-in or a sign-out that is on its way': ({ before, after, step }) =>
      /^(login|register)\.open/.test(step) &&
      !/editing|idle|settled/.test(JSON.stringify(before.value.account)) &&
      JSON.stringify(after.value) !== JSON.stringify(before.value),
    'a sign-out that is begun again': ({ before, after, step }) =>
      step === 'auth.signOut' && stepOut(before) !== -1 && stepOut(after) !== stepOut(before),
    'two sign-ins at once': ({ openCalls }) =>
      openCalls('login') + openCalls('register') + openCalls('openGoogle') > 1,
    'somebody still there after a sign-out in another tab': ({ before, after, step, told }) =>
      step === 'auth.signedOut' &&
      stepOut(before) === -1 &&
      !/submitting|settling|fetching|waiting|requesting|openingGoogle/.test(
        JSON.stringify(before.value.account),
      ) &&
      !(
        after.matches({ account: 'anonymous', reader: 'idle' }) &&
        told.at(-1)?.type === 'auth.anonymous'
      ),
    'a page that was left for Google, and is back without a new read': ({ before, after }) => {
      const wasAway = /leaving/.test(JSON.stringify(before.value.account));
      const isBack = /editing/.test(JSON.stringify(after.value.account));
      return wasAway && isBack && stepOut(before) === -1 && !after.matches({ reader: 'reading' });
    },
    'two reads at once': ({ openCalls }) => openCalls('fetchUser') > 1,
    'a read beside a sign-in or a sign-out': ({ after, openCalls }) =>
      (openCalls('login') + openCalls('register') > 0 || stepOut(after) !== -1) &&
      openCalls('fetchUser') > 0,
    'a doubt about somebody that an older question answers': ({ before, after, step }) =>
      step === 'auth.refused' &&
      (before.matches({ account: 'verified' }) || before.matches({ account: 'unverified' })) &&
      !(after.matches({ reader: 'reading' }) && after.context.cause === 'refused') &&
      // Between two tries of the same doubt.
      !(before.matches({ reader: 'waiting' }) && before.context.cause === 'refused'),
    // Ruling R21: a clear 401 alone, also where it is not known yet who is there.
    'a silence, or another refusal, that signs somebody out': ({ before, after, step }) =>
      /^readUser (crash|answers (broken|unreachable|refused #2))/.test(step) &&
      !before.matches({ account: 'anonymous' }) &&
      after.matches({ account: 'anonymous' }),
    'a read that is given up while nobody has answered': ({ after, step }) =>
      /^readUser (crash|answers (broken|unreachable|refused #2))/.test(step) &&
      !after.matches({ reader: 'waiting' }),
    'a read that ends without a word to the parent': ({ before, after, step, told }) =>
      step.startsWith('readUser') &&
      before.matches({ reader: 'reading' }) &&
      after.matches({ reader: 'idle' }) &&
      !told.at(-1)?.type.match(/^auth\.(anonymous|unverified|verified)$/),
    'a landing elsewhere than asked for': ({ told }) =>
      tellingsOf(told).some(
        (event) =>
          event.type === 'auth.landed' &&
          (event.surface === 'page') !== (event.returnTo === queuePage),
      ),
    'other words than the texts': ({ before, after, step }) => {
      const words = wordsAfter(step);
      const isAtForm = before.matches({ account: 'anonymous' });
      return words !== undefined && isAtForm && shownText(after.context.error) !== words;
    },
  },
});
