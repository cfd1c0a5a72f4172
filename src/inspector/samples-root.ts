import type { RootContext, RootEvent } from '../../machines/root/root.types.ts';
import { nextScreens, type Samples } from './sample-facts.ts';

const failure = { kind: 'refused', status: 500, message: 'Failed' } as const;

/** Samples of the root's events: those of users and pages first, then those of its flows. */
export const rootSamples: Samples<RootEvent, RootContext> = {
  'route.visited': ({ slug }) =>
    nextScreens(slug).map((screen) => ({ type: 'route.visited', screen })),
  'purchase.request': ({ slug }) => [
    { type: 'purchase.request', slug },
    { type: 'purchase.request', slug, hasShows: true },
  ],
  'show.confirm': () => [{ type: 'show.confirm' }],
  'show.close': () => [{ type: 'show.close' }],
  'switch.resume': () => [{ type: 'switch.resume' }],
  'switch.release': () => [{ type: 'switch.release' }],
  'switch.close': () => [{ type: 'switch.close' }],
  'leave.confirm': () => [{ type: 'leave.confirm' }],
  'leave.cancel': () => [{ type: 'leave.cancel' }],
  'page.woke': () => [{ type: 'page.woke' }],
  'page.retry': () => [{ type: 'page.retry' }],
  'notice.dismiss': () => [{ type: 'notice.dismiss' }],
  'bubble.resume': () => [{ type: 'bubble.resume' }],
  'bubble.exit': () => [{ type: 'bubble.exit' }],
  'route.popped': () => [{ type: 'route.popped', screen: { name: 'home' } }],

  'auth.anonymous': () => [
    { type: 'auth.anonymous', because: 'check' },
    { type: 'auth.anonymous', because: 'logout' },
  ],
  'auth.unverified': ({ user }) => [
    { type: 'auth.unverified', user: { ...user, isVerified: false }, because: 'check' },
  ],
  'auth.verified': ({ user }) => [{ type: 'auth.verified', user, because: 'check' }],
  'auth.leaving': () => [{ type: 'auth.leaving' }],
  'auth.landed': () => [{ type: 'auth.landed', surface: 'page', returnTo: null }],
  'auth.codeNeeded': ({ user }) => [{ type: 'auth.codeNeeded', email: user.email, returnTo: null }],
  'session.read': ({ reading }, { visit }) => [{ type: 'session.read', reading, visit }],
  'session.readFailed': (_, { visit }) => [{ type: 'session.readFailed', failure, visit }],
  'session.ended': ({ slug, reading }) =>
    (['timeUp', 'kicked', 'leftElsewhere', 'paidElsewhere'] as const).map((reason) => ({
      type: 'session.ended',
      ending: {
        id: reading.id ?? 'sesi-1',
        reason,
        slug,
        eventName: reading.eventName,
        note: reason === 'kicked' ? 'Dikeluarkan untuk uji coba' : null,
        held: 'turn',
      },
    })),
  'session.leaving': () => [{ type: 'session.leaving' }],
  'session.rejoin': () => [{ type: 'session.rejoin' }],
  'farewell.dismiss': () => [{ type: 'farewell.dismiss' }],
  'session.exited': ({ slug }) => [{ type: 'session.exited', slug }],
  'session.exitFailed': () => [{ type: 'session.exitFailed', text: { key: 'bubble.exitRefused' } }],
  'session.refreshWanted': () => [{ type: 'session.refreshWanted' }],
  'realtime.rearmWanted': () => [{ type: 'realtime.rearmWanted' }],
  'realtime.changed': (_, { realtime }) => [
    { type: 'realtime.changed', connected: !realtime.connected, error: null },
  ],
  'realtime.received': ({ slug, user }) => [
    {
      type: 'realtime.received',
      message: { kind: 'queue', slug, body: { user_id: user.id, event: 'user_promoted' } },
    },
    {
      type: 'realtime.received',
      message: { kind: 'payment', slug, body: { user_id: user.id, event: 'payment_completed' } },
    },
  ],
  'payment.begun': () => [{ type: 'payment.begun' }],
  'payment.reopened': () => [{ type: 'payment.reopened' }],
};
