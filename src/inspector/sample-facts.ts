import type { EventObject } from 'xstate';
import type { User } from '../../contract/account.ts';
import { type FormAnswer, isBlank } from '../../contract/forms.ts';
import type { OrderFormContext } from '../../machines/order-form/order-form.types.ts';
import { slugOf } from '../../machines/root/root.rules.ts';
import type { RootContext } from '../../machines/root/root.types.ts';
import type { PlaceOffer, SeatChoice } from '../../machines/seat-draft/seat-draft.types.ts';
import type { SessionReading } from '../../machines/session/session.types.ts';
import type { Screen } from '../../machines/shared/screen.ts';
import { sampleAnswer } from '../../samples/form-answers.ts';
import { freeSeats, placeOffers } from '../effects/flows/seat-choices.ts';
import type { SeatmapStore } from '../effects/seatmap-store.ts';
import {
  type FormPlan,
  initialValues,
  planOf,
  submissionsOf,
  ticketsOf,
} from '../screens/order-form/form-plan.ts';

/** The current facts that samples are made of. */
export interface SampleFacts {
  readonly root: RootContext | null;
  /** Event of the page, else an event that every lab server has. */
  readonly slug: string;
  readonly user: User;
  readonly reading: SessionReading;
  /** A few available seats of the loaded map. */
  readonly freeSeats: readonly SeatChoice[];
  /** The standing categories of its map. */
  readonly places: readonly PlaceOffer[];
}

/** Sample events of each type; an event type without a sample does not compile. */
export type Samples<E extends EventObject, Context> = {
  readonly [T in E['type']]: (
    facts: SampleFacts,
    context: Context,
  ) => readonly Extract<E, { readonly type: T }>[];
};

const seatsOffered = 5;

/** Account of every lab server (design: fixed surfaces). */
export const labAccount = { email: 'pembeli@contoh.id', password: 'tiket1234' };
/** Events of every lab server. */
export const labEvents = [
  'pesta-rakyat-bandung',
  'konser-senja-jakarta',
  'seminar-gratis-yogya',
] as const;

const labUser: User = {
  id: 'lab',
  name: 'Pembeli Contoh',
  firstName: 'Pembeli',
  lastName: 'Contoh',
  email: labAccount.email,
  phoneNumber: '+628123456789',
  role: 'user',
  isVerified: true,
  created_at: '2026-01-01T00:00:00.000Z',
};

/** Collects the facts from the running root and the loaded maps. */
export function sampleFacts(root: RootContext | null, seatmaps: SeatmapStore | null): SampleFacts {
  const slug = (root && slugOf(root.screen)) ?? root?.reading?.slug ?? labEvents[0];
  const seatMap = seatmaps?.current(slug)?.seatMap ?? null;
  return {
    root,
    slug,
    user: root?.user ?? labUser,
    reading: root?.reading ?? onlineReading(slug),
    freeSeats: seatMap === null ? [] : freeSeats(seatMap, seatsOffered),
    places: seatMap === null ? [] : placeOffers(seatMap),
  };
}

function onlineReading(slug: string): SessionReading {
  return {
    id: 'lab',
    step: 'online',
    slug,
    eventName: null,
    showAt: null,
    deadline: null,
    remainingMs: null,
    position: null,
    number: null,
    entrant: null,
    behindDraw: false,
    nextContactMs: null,
    servedPerMinute: null,
    seatsLeft: null,
    paused: false,
    isFollowing: false,
    passedOver: false,
    keptMinutes: null,
    seq: 1,
    hasDraft: false,
    endReason: null,
    endNote: null,
  };
}

/** Pages that the buyer may open from the current one. */
export function nextScreens(slug: string): readonly Screen[] {
  const ofEvents = [slug, ...labEvents.filter((other) => other !== slug)];
  return [
    ...ofEvents.map((event): Screen => ({ name: 'event', slug: event })),
    { name: 'queue', slug },
    { name: 'seats', slug },
    { name: 'order-form', slug },
    { name: 'payment-method', slug },
    { name: 'payment', slug },
    { name: 'home' },
    { name: 'my-tickets' },
    { name: 'profile' },
    { name: 'transaction-history', transactionId: null },
    { name: 'login', returnTo: null },
    { name: 'register', returnTo: null },
    { name: 'forgot-password', returnTo: null },
    { name: 'complete-profile', returnTo: null },
  ];
}

/** Valid form answers for every field of the draft's forms; empty without a draft. */
export function sampleSubmissions(context: OrderFormContext, user: User) {
  if (context.draft === null) return {};
  const plan = planOf(context.forms);
  const tickets = ticketsOf(context.draft);
  const values = initialValues(plan, tickets.length, null, user);
  const filled = (fields: FormPlan['general'], answers: readonly FormAnswer[] | undefined) =>
    fields.map(({ field }, at) => {
      const known = answers?.[at];
      return known === undefined || isBlank(known) ? sampleAnswer(field, 1) : known;
    });
  return submissionsOf(context.forms, plan, tickets, {
    tickets: tickets.map((_, ticket) => filled(plan.perTicket, values.tickets[ticket])),
    general: filled(plan.general, values.general),
  });
}
