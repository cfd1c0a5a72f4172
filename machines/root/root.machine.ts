import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { account } from './root.account.ts';
import { askingSession, blocked } from './root.asking.ts';
import { ended } from './root.ended.ts';
import {
  askingSwitch,
  awaitingBuyer,
  browsing,
  checkingAfterJoin,
  choosingShow,
  joining,
  landing,
  releasing,
  signingIn,
  verifying,
  waitingToJoin,
} from './root.public.ts';
import { choosingSeats, fillingForms, paying, queueing } from './root.purchase.ts';
import { rootSetup } from './root.setup.ts';

/** It is known who is there. */
const identified = {
  'auth.anonymous': { target: 'deciding' },
  'auth.unverified': { target: 'deciding' },
  'auth.verified': { target: 'deciding' },
} as const;

/**
 * The product on one page (§4). `account` is who is there, `place` is where they are, `bubble` is the reminder of a live session.
 * The address bar follows `place`; a page is entered only through `deciding`.
 */
export const rootMachine = rootSetup.createMachine({
  id: 'root',
  options: loopGuard,
  type: 'parallel',
  context: ({ input }) => ({
    random: input.random,
    auth: 'checking',
    user: null,
    screen: input.screen,
    entry: 'replace',
    reading: null,
    readingVisit: -1,
    ending: null,
    farewell: null,
    visit: 0,
    refusal: null,
    draft: 'unknown',
    wanted: null,
    problem: null,
    cure: 'retry',
    healing: unharmed(input.random),
    exitProblem: null,
    realtime: { connected: false, error: null },
    flowsLoaded: input.flowsLoaded ?? false,
    trail: [],
  }),
  on: {
    'redirect.aged': { actions: { type: 'forgetRedirect', params: ({ event }) => event } },
    'farewell.dismiss': { actions: 'dropFarewell' },
  },
  states: {
    account,

    place: {
      initial: 'deciding',
      on: {
        'route.visited': {
          guard: { type: 'isAnotherPlace', params: ({ event }) => event },
          target: '.deciding',
          actions: { type: 'showVisited', params: ({ event }) => event },
        },
        'route.popped': {
          guard: { type: 'isPoppedElsewhere', params: ({ event }) => event },
          target: '.deciding',
          actions: { type: 'showPopped', params: ({ event }) => event },
        },
        'auth.anonymous': [
          {
            guard: { type: 'isLogout', params: ({ event }) => event },
            target: '.deciding',
            actions: { type: 'showReplaced', params: { screen: { name: 'home' } } },
          },
          {
            guard: { type: 'isClosedTo', params: { auth: 'anonymous' } },
            target: '.deciding',
            actions: 'noteSignedOut',
          },
        ],
        'auth.unverified': {
          guard: { type: 'isClosedTo', params: { auth: 'unverified' } },
          target: '.deciding',
        },
        // Somebody else signed in in another tab: nothing of the buyer before them stays on the page (F13).
        'auth.verified': {
          guard: { type: 'isAnotherAccount', params: ({ event }) => event },
          target: '.deciding',
          actions: 'bumpVisit',
        },
        // Given up from the bubble: the event page, wherever the buyer is by now (§2.93).
        'session.exited': {
          target: '.deciding',
          actions: {
            type: 'showReplaced',
            params: ({ event, context }) => ({
              screen: event.slug === null ? context.screen : { name: 'event', slug: event.slug },
            }),
          },
        },
        // On any other page the end is only a message, which stays until it is read.
        'session.ended': {
          guard: 'isVerified',
          actions: { type: 'noteFarewell', params: ({ event }) => event },
        },
        // Signing out has begun: the flow of the page stops, nothing is asked (§4.87).
        'auth.leaving': { target: '.signingOut' },
        'auth.codeNeeded': {
          target: '.deciding',
          // Back from the code leads to the page it was asked for on, not off the site (§2.434).
          actions: {
            type: 'showVisited',
            params: ({ event }) => ({
              screen: { name: 'verify-code', email: event.email, returnTo: event.returnTo },
            }),
          },
        },
      },
      states: {
        // The one door: follows redirects to their end, then enters the page (§6.20).
        deciding: {
          always: [
            { guard: 'isIdentityAwaited', target: 'awaitingIdentity' },
            { guard: 'isLooping', target: 'blocked', actions: 'noteLoop' },
            {
              guard: 'mustMove',
              target: 'deciding',
              reenter: true,
              actions: ['followRedirect', 'ageRedirect'],
            },
            { guard: 'isFlowMissing', target: 'loadingFlows' },
            { guard: 'isFlowPage', target: 'askingSession' },
            { guard: 'isSignInPage', target: 'signingIn' },
            { guard: 'isVerifyPage', target: 'verifying' },
            // A purchase begun before the sign-in goes on, once (§2.140).
            {
              guard: 'isWishDue',
              target: 'choosingShow',
              actions: ['spendWish', 'askSession', 'followEvent'],
            },
            { target: 'browsing' },
          ],
        },
        // The code of the purchase and of the code page, fetched when the first of them is opened.
        loadingFlows: {
          invoke: {
            src: 'loadFlows',
            id: 'loadFlows',
            onDone: { target: 'deciding', actions: 'noteFlows' },
            onError: { target: 'blocked', actions: 'noteProblem' },
          },
        },
        // For as long as it takes: without the server it is unknown who is signed in (§4.81).
        awaitingIdentity: {
          after: { connectingNotice: { target: 'connecting' } },
          on: identified,
        },
        // The same, and the page says by now that it is connecting.
        connecting: { on: identified },
        // No page is entered, and no flow begun, on the way out.
        signingOut: {
          on: {
            'route.visited': {},
            'route.popped': {},
            'session.exited': {},
            'session.ended': {},
          },
        },
        browsing,
        awaitingBuyer,
        choosingShow,
        askingSwitch,
        releasing,
        joining,
        waitingToJoin,
        checkingAfterJoin,
        signingIn,
        landing,
        verifying,
        askingSession,
        // A call was refused as signed out: the account is asked for before the page is left (§6.23).
        doubting: {
          entry: { type: 'tellAuth', params: { event: { type: 'auth.refused' } } },
          on: { 'auth.verified': { target: 'blocked', actions: 'noteProblem' } },
        },
        admitting: {
          always: [
            { guard: 'isOver', target: 'ended' },
            { guard: 'isLooping', target: 'blocked', actions: 'noteLoop' },
            { guard: 'hasStepElsewhere', target: 'movingOn' },
            {
              guard: 'mustMove',
              target: 'deciding',
              actions: ['followRedirect', 'ageRedirect'],
            },
            { guard: 'isHeldElsewhere', target: 'askingSwitch' },
            { guard: 'isQueuePage', target: 'queueing' },
            { guard: 'isSeatsPage', target: 'choosingSeats' },
            { guard: 'isOrderFormPage', target: 'fillingForms' },
            { guard: 'isMethodPage', target: 'paying.choosingMethod' },
            { target: 'paying.awaitingPayment' },
          ],
        },
        // The session is at another step: the page says so for half a second, then moves (§6.26).
        movingOn: {
          after: {
            resumeRedirect: { target: 'deciding', actions: ['followRedirect', 'ageRedirect'] },
          },
        },
        queueing,
        choosingSeats,
        fillingForms,
        paying,
        ended,
        blocked,
      },
    },

    bubble: {
      initial: 'hidden',
      states: {
        hidden: { always: { guard: 'isBubbleDue', target: 'appearing' } },
        appearing: {
          always: { guard: 'isBubbleOver', target: 'hidden' },
          after: { bubbleDelay: { target: 'shown' } },
        },
        shown: { always: { guard: 'isBubbleOver', target: 'hidden' } },
      },
    },
  },
});
