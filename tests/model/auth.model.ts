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
import { grantAs, tooSoonAs } from './otp.model.ts';

/** What every walk signs in with; the password is nowhere but in its call. */
export const credentials = { email: buyer.email, password: 'tiket1234' };
/** Responses of a registration; nowhere in the machine (§4.85). */
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

/** True while a form says that it worked, before the page goes on. */
function saysSo(snapshot: AuthSnapshot): boolean {
  return (
    snapshot.matches({ account: { verified: 'landing' } }) ||
    snapshot.matches({ account: { unverified: 'codeSent' } }) ||
    snapshot.matches({ account: { unverified: 'registered' } })
  );
}

/** The machine tells nothing else. */
const tellingsOf = (told: readonly EventObject[]) => told as readonly AuthParentEvent[];

/** Who is signed in (§4.80, Authentication). */
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
    // §4.82: a second for the session cookie, and one more.
    cookieWait: 1_000,
    // A page that stayed may be used again.
    googleReturn: 10_000,
    // §9.23: login and registration success.
    successNotice: 1_500,
    // §4.87, §9.24: logout.
    logoutQueueWait: 100,
    logoutReload: 500,
    // §4.87.
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
  leads: `
    account.anonymous.login.editing/account.anonymous.register.editing: auth.close → account.anonymous.idle, says no
      more
    account.anonymous.login.editing: google.start → account.anonymous.login.openingGoogle.asking, says no more
    account.anonymous.login.editing: login.edit → says no more, stays
    account.anonymous.login.editing: login.submit → account.anonymous.login.submitting, reader.idle, says no more
    account.anonymous.login.fetchingUser/account.anonymous.register.fetchingUser: fetchUser ok #1 →
      account.verified.landing, tells auth.verified
    account.anonymous.login.fetchingUser: fetchUser else → account.anonymous.login.waitingAgain
    account.anonymous.login.fetchingUser: fetchUser ok #2 → account.anonymous.login.requestingCode
    account.anonymous.login.fetchingUserAgain: fetchUserAgain else → account.anonymous.login.editing, says
      login.unconfirmed
    account.anonymous.login.fetchingUserAgain: fetchUserAgain ok #1 → account.verified.landing, tells auth.verified
    account.anonymous.login.fetchingUserAgain: fetchUserAgain ok #2 → account.anonymous.login.requestingCode
    account.anonymous.login.openingGoogle.asking: openGoogle broken/tooManyRequests →
      account.anonymous.login.editing, says login.googleAddressFailed
    account.anonymous.login.openingGoogle.asking: openGoogle ok → account.anonymous.login.openingGoogle.leaving
    account.anonymous.login.openingGoogle.asking: openGoogle unreachable/crashes → account.anonymous.login.editing,
      says login.googleFailed
    account.anonymous.login.openingGoogle.leaving: after googleReturn, untilShownAgain value/crashes →
      account.anonymous.login.editing, reader.reading
    account.anonymous.login.openingGoogle/account.anonymous.register.openingGoogle: auth.close →
      account.anonymous.idle
    account.anonymous.login.requestingCode: requestCode codeTooSoon → account.anonymous.login.editing,
      account.unverified.codeSent, says login.codeFailed, tells auth.unverified
    account.anonymous.login.requestingCode: requestCode else → account.anonymous.login.editing, says
      login.codeFailed
    account.anonymous.login.requestingCode: requestCode ok → account.unverified.codeSent, tells auth.unverified
    account.anonymous.login.settling: after cookieWait → account.anonymous.login.fetchingUser
    account.anonymous.login.submitting/account.anonymous.register.submitting: auth.close → account.anonymous.idle,
      reader.reading
    account.anonymous.login.submitting: login broken/unreachable/crashes → account.anonymous.login.editing, says
      login.networkFailed
    account.anonymous.login.submitting: login ok #1 → account.anonymous.login.settling
    account.anonymous.login.submitting: login ok #2 → account.anonymous.login.requestingCode
    account.anonymous.login.submitting: login wrongCredentials → account.anonymous.login.editing, says 'Email atau
      kata sandi salah', says login.failed
    account.anonymous.login.waitingAgain: after cookieWait → account.anonymous.login.fetchingUserAgain
    account.anonymous.register.editing: google.start → account.anonymous.register.openingGoogle.asking, says no more
    account.anonymous.register.editing: register.edit → says no more, stays
    account.anonymous.register.editing: register.submit → account.anonymous.register.submitting, reader.idle, says
      no more
    account.anonymous.register.fetchingUser: fetchUser else → account.unverified.registered, tells auth.unverified
    account.anonymous.register.openingGoogle.asking: openGoogle broken/tooManyRequests →
      account.anonymous.register.editing, says login.googleAddressFailed
    account.anonymous.register.openingGoogle.asking: openGoogle ok →
      account.anonymous.register.openingGoogle.leaving
    account.anonymous.register.openingGoogle.asking: openGoogle unreachable/crashes →
      account.anonymous.register.editing, says login.googleFailed
    account.anonymous.register.openingGoogle.leaving: after googleReturn, untilShownAgain value/crashes →
      account.anonymous.register.editing, reader.reading
    account.anonymous.register.submitting: register broken/crashes/inputInvalid →
      account.anonymous.register.editing, says register.failed
    account.anonymous.register.submitting: register emailNotRegistrable → account.anonymous.register.editing, says
      'Email sudah terdaftar'
    account.anonymous.register.submitting: register ok → account.anonymous.register.fetchingUser
    account.anonymous.register.submitting: register unreachable → account.anonymous.register.editing, says
      login.networkFailed
    account.anonymous: auth.signedOut → reader.idle, stays, tells auth.anonymous
    account.anonymous: login.open #1/#2 → account.anonymous.login.editing, ignored, says no more, stays
    account.anonymous: register.open → account.anonymous.register.editing, ignored, says no more, stays
    account.checking/account.unverified/account.verified: auth.signedOut → account.anonymous.idle, reader.idle,
      tells auth.anonymous
    account.signingOut.callingLogout: after logoutStepCap, logout else → account.signingOut.clearing
    account.signingOut.clearing: clearLocal value/crashes → account.signingOut.reloading, tells auth.anonymous
    account.signingOut.exitingSession: after logoutStepCap, exitSession else → account.signingOut.callingLogout
    account.signingOut.leavingPage: reloadHome value/crashes → account.anonymous.idle
    account.signingOut.leavingQueue: after logoutQueueWait → account.signingOut.exitingSession
    account.signingOut.reloading: after logoutReload → account.signingOut.leavingPage
    account.unverified.codeSent/account.unverified.registered: after successNotice → account.unverified.settled,
      tells auth.codeNeeded
    account.unverified.settled: login.open #1/#2 → account.anonymous.login.editing, reader.idle, tells
      auth.anonymous
    account.unverified.settled: register.open → account.anonymous.register.editing, reader.idle, tells
      auth.anonymous
    account.unverified/account.verified: auth.signOut → account.signingOut.leavingQueue, reader.idle, tells
      auth.leaving
    account.verified.landing: after successNotice → account.verified.settled, tells auth.landed
    reader.reading/reader.waiting: auth.refused → ignored, stays
    reader.reading: readUser else → account.verified.settled, reader.waiting, tells auth.unverified, tells
      auth.verified
    reader.reading: readUser ok #1 → account.verified.settled, reader.idle, says no more, tells auth.verified
    reader.reading: readUser ok #2 → account.anonymous.idle, reader.idle, tells auth.anonymous, tells
      auth.unverified
    reader.reading: readUser unauthenticated → account.anonymous.idle, reader.idle, tells auth.anonymous
    reader.waiting: after healing, call.hasten → reader.reading
    reader: auth.recheck, auth.refused, code.accepted → ignored, reader.reading
    reader: auth.signedOut → account.anonymous.idle, reader.idle, stays, tells auth.anonymous
  `,
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
    'two sign-ins at once': ({ openCalls }) =>
      openCalls('login') + openCalls('register') + openCalls('openGoogle') > 1,
    'somebody still there after a sign-out in another tab': ({ before, after, step, told }) =>
      step === 'auth.signedOut' &&
      !before.matches({ account: 'signingOut' }) &&
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
      return (
        wasAway &&
        isBack &&
        !before.matches({ account: 'signingOut' }) &&
        !after.matches({ reader: 'reading' })
      );
    },
    'two reads at once': ({ openCalls }) => openCalls('fetchUser') > 1,
    'a read beside a sign-in or a sign-out': ({ after, openCalls }) =>
      (openCalls('login') + openCalls('register') > 0 ||
        after.matches({ account: 'signingOut' })) &&
      openCalls('fetchUser') > 0,
    'a doubt about somebody that an older question answers': ({ before, after, step }) =>
      step === 'auth.refused' &&
      (before.matches({ account: 'verified' }) || before.matches({ account: 'unverified' })) &&
      !(after.matches({ reader: 'reading' }) && after.context.cause === 'refused') &&
      // Between two tries of the same doubt.
      !(before.matches({ reader: 'waiting' }) && before.context.cause === 'refused'),
    // §4.81: a clear 401 alone, also where it is not known yet who is there.
    'a silence, or another refusal, that signs somebody out': ({ before, after, step }) =>
      /^readUser (crash|answers (broken|unreachable|refused #2))/.test(step) &&
      !before.matches({ account: 'anonymous' }) &&
      after.matches({ account: 'anonymous' }),
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
  },
});
