import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { isLoose } from './call/loose.ts';
import { atMost, eventParams, instantSchema, openEnum, rupiahSchema } from './fields.ts';
import { pageSizes } from './limits.ts';
import { posterColoursSchema } from './picture/poster-colours.ts';
import { earlyPriceSchema, priceRuleSchema } from './price/price-rules.ts';
import { laterPriceRules } from './price/standard-rules.ts';
import { refundPolicySchema } from './refund/refund-policy.ts';
import { eventTopics } from './search-values.ts';
import { visible } from './texts/visible-text.ts';

/** The organiser of an event (§3.20). */
export const organizerSchema = z.object({ logo: z.nullable(z.string()), name: z.string() });

/** Sale states of an event: 'over' once it has started (§10.20), 'notYet' while it is announced (decision 049). */
export const saleStates = [
  'open',
  'notYet',
  /** The waiting room is open; `at` is its draw. */
  'waitingRoom',
  'presale',
  'paused',
  'soldOut',
  'over',
  'closed',
  'postponed',
  'cancelled',
] as const;
/** States by the names of the lifecycle, which another server may send (§10.20). */
const otherStates: Readonly<Record<string, string>> = { onSale: 'open', announced: 'notYet' };
const saleStateSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((state) => otherStates[state] ?? state),
  ),
  openEnum(saleStates),
);
/** The sale of an event by the clock of the server (§10.20). */
export const saleSchema = z.object({
  state: saleStateSchema,
  /** When the clock changes that, or has changed it; null if only a person or the stock changes it. */
  at: z.nullable(instantSchema),
  /** Seconds to `at`, so that clients need not read the device's clock; null once it has passed. */
  in_seconds: z.nullable(z.number()),
  /** The state from `at` on, while that is to come. */
  next: z.optional(saleStateSchema),
});
/** The sale of an event by the clock of the server. */
export type Sale = z.infer<typeof saleSchema>;

/** One event in a list or a search result (§3.20). */
export const eventSummarySchema = z.object({
  id: z.string(),
  slug: z.string(),
  image: z.nullable(z.string()),
  title: z.string(),
  datetime: z.string(),
  organizer: z.optional(organizerSchema),
  venue: z.string(),
  country: z.string(),
  country_id: z.number(),
  province: z.string(),
  province_id: z.number(),
  city: z.string(),
  city_id: z.number(),
  /** True for an event without a venue to go to. */
  is_online: z.optional(z.boolean()),
  subdistrict: z.string(),
  subdistrict_id: z.number(),
  lowest_price: rupiahSchema,
  /** What the payment adds to shown prices; a back end that does not say (§3.2) adds its tax. */
  price_rules: z._default(z.array(priceRuleSchema), [...laterPriceRules]),
  status: z.string(),
  sale: z.optional(saleSchema),
  /** Colours of the poster, of the first one in the list of featured events; null for a grey poster. */
  colours: z.optional(z.nullable(posterColoursSchema)),
});
/** One event in a list or a search result (§3.20). */
export type EventSummary = z.infer<typeof eventSummarySchema>;

const availabilitySchema = openEnum(['available', 'limited', 'sold_out']);

/** A price category of a show as the page of the event lists it. */
export const showCategorySchema = z.object({
  name: z.string(),
  price: rupiahSchema,
  /** Present while the price is an early one. */
  early_price: z.optional(earlyPriceSchema),
  /** What a ticket of the category includes. */
  includes: z.optional(z.array(z.string())),
  availability: availabilitySchema,
  seats_left: z.nullable(z.number()),
});
/** A price category of a show as the page of the event lists it. */
export type ShowCategory = z.infer<typeof showCategorySchema>;

/** One entry of 'Choose Your Show' (§2.150). */
export const showSchema = z.object({
  id: z.string(),
  /** Under which the show is bought; absent where the event has one queue for all (§3.2). */
  slug: z.optional(z.string()),
  /** Null: the date names the show. */
  name: z.optional(z.nullable(z.string())),
  show_type: z.string(),
  starts_at: instantSchema,
  ends_at: instantSchema,
  price: rupiahSchema,
  availability: availabilitySchema,
  seats_left: z.nullable(z.number()),
  is_free: z.boolean(),
  sale: z.optional(saleSchema),
  /** The most tickets of one person, where the event has a limit of its own. */
  max_tickets: z.optional(z.number()),
  categories: z.optional(z.array(showCategorySchema)),
});
/** One entry of 'Choose Your Show'. */
export type Show = z.infer<typeof showSchema>;

/** All data of the event page (§3.21). `TNC`, `privacyPolicy` and `about` are HTML, sanitised by the server. */
export const eventDetailSchema = z.object({
  id: z.string(),
  slug: z.string(),
  banner: z.nullable(z.string()),
  name: z.string(),
  eventDate: z.string(),
  eventType: z.nullable(z.string()),
  lowestPrice: rupiahSchema,
  /** Until when that price holds; absent for one that stays. */
  lowestPriceUntil: z.optional(z.string()),
  /** Fees and taxes as they apply to shown prices: `included` in them or added by the payment; without a word as in `eventSummarySchema`. */
  priceRules: z._default(z.array(priceRuleSchema), [...laterPriceRules]),
  /** What goes back to buyers who give tickets back; null for nothing, absent from back ends that do not say (§3.2). */
  refundPolicy: z.optional(z.nullable(refundPolicySchema)),
  organizer: organizerSchema,
  layout: z.nullable(z.string()),
  venue: z.object({
    name: z.string(),
    location: z.nullable(z.string()),
    address: z.optional(z.string()),
    /** Absent for an online event. */
    city: z.optional(z.string()),
  }),
  about: z.string(),
  facilities: z.array(z.object({ logo: z.optional(z.nullable(z.string())), name: z.string() })),
  TNC: z.string(),
  privacyPolicy: z.string(),
  status: z.optional(z.string()),
  /** The date from which the event was moved; absent for one that keeps its date. */
  previousDate: z.optional(z.string()),
  /** Times that the event was moved or postponed; a calendar replaces an entry with a lower number. */
  calendar_sequence: z.optional(z.number()),
  sale: z.optional(saleSchema),
  /** All shows by date. */
  shows: z.optional(z.array(showSchema)),
  /** The series of an event with several shows; its slug is the canonical address of the page. */
  series: z.optional(z.object({ slug: z.string() })),
});
/** All data of the event page (§3.21). */
export type EventDetail = z.infer<typeof eventDetailSchema>;

/** A topic of the search filter. */
export type EventTopic = (typeof eventTopics)[number];

const wholeNumber = (fallback: number, max: number) =>
  z._default(
    z.coerce
      .number()
      .check(
        z.int('Must be a whole number'),
        z.minimum(1, 'Must be at least 1'),
        z.maximum(max, `Must be at most ${max}`),
      ),
    fallback,
  );
const placeId = z.optional(
  z.coerce.number().check(z.int('Must be a whole number'), z.nonnegative('Must not be negative')),
);

/** The lists above another on the home page, in their order. */
const aboveLists = ['featured', 'featured,promo'] as const;

function listQuery(perPage: number) {
  return z.object({
    page: wholeNumber(1, 10_000),
    per_page: wholeNumber(perPage, 50),
    province_id: placeId,
    /** Leaves out what stands on the first pages of these lists, the second without the first (decision 095). */
    except: z.optional(z.enum(aboveLists, 'Must be featured or featured,promo')),
  });
}

/** GET /featured-events (§7.40). */
export const featuredEvents = defineCall({
  method: 'GET',
  path: '/featured-events',
  summary: 'Featured events, soonest first',
  access: 'public',
  query: listQuery(pageSizes.featured),
  answer: z.array(eventSummarySchema),
  paginated: true,
});

/** GET /promo-events (§7.41). */
export const promoEvents = defineCall({
  method: 'GET',
  path: '/promo-events',
  summary: 'Events with a promotion, soonest first',
  access: 'public',
  query: listQuery(pageSizes.promo),
  answer: z.array(eventSummarySchema),
  paginated: true,
});

/** GET /event-list (§7.42). */
export const eventList = defineCall({
  method: 'GET',
  path: '/event-list',
  summary: 'All upcoming events, soonest first',
  access: 'public',
  query: listQuery(pageSizes.eventList),
  answer: z.array(eventSummarySchema),
  paginated: true,
});

/**
 * GET /event-search (§7.43) with every filter of the page; words match in any order, and `best_first` lists events with the words in their name
 * first (§7.43).
 */
export const eventSearch = defineCall({
  method: 'GET',
  path: '/event-search',
  summary: 'Search events by words, place and the filters of the search page',
  access: 'public',
  query: z.object({
    q: z.optional(z.string().check(visible(), atMost(200, 'Search text is too long'))),
    page: wholeNumber(1, 10_000),
    per_page: wholeNumber(pageSizes.searchDefault, 50),
    sort_by: z._default(z.enum(['date', 'price', 'name']), 'date'),
    sort_direction: z._default(z.enum(['asc', 'desc']), 'asc'),
    best_first: z.optional(z.enum(['true', 'false'])),
    province_id: placeId,
    city_id: placeId,
    subdistrict_id: placeId,
    is_online: z.optional(z.enum(['true', 'false'])),
    topic: z.optional(z.enum(eventTopics)),
    time: z.optional(
      z.enum(['today', 'tomorrow', 'this-weekend', 'this-week', 'this-month', 'next-month']),
    ),
    price: z.optional(z.enum(['free', '0-50000', '50000-100000', '100000-500000', '500000+'])),
  }),
  answer: z.array(eventSummarySchema),
  paginated: true,
});

/** Adds the slug of the path to the detail of an event, which lacks it in §3; never throws. */
function normaliseEvent(data: unknown, { slug }: Readonly<Record<string, string>>): unknown {
  return isLoose(data) ? { id: slug, slug, ...data } : data;
}

/** GET /event/{slug} (§7.44). 404 'Event not found'. */
export const eventDetail = defineCall({
  method: 'GET',
  path: '/event/{slug}',
  summary: 'One event in full',
  access: 'public',
  params: eventParams,
  refusals: { eventNotFound: 404 },
  answer: eventDetailSchema,
  normalise: normaliseEvent,
});

/** A province with its country (§3.24). */
export const provinceSchema = z.object({
  id: z.number(),
  name: z.string(),
  code: z.string(),
  country: z.optional(
    z.object({
      data: z.object({
        id: z.number(),
        name: z.string(),
        code: z.string(),
        phone_code: z.string(),
        currency: z.string(),
      }),
    }),
  ),
});
/** A province with its country (§3.24). */
export type Province = z.infer<typeof provinceSchema>;

/** GET /locations/provinces/{countryId} (§7.45). */
export const provinces = defineCall({
  method: 'GET',
  path: '/locations/provinces/{countryId}',
  summary: 'Provinces of a country, by name',
  access: 'public',
  params: z.object({
    countryId: z
      .string()
      .check(
        atMost(6, 'Country id must be a number'),
        z.regex(/^\d{1,6}$/, 'Country id must be a number'),
      ),
  }),
  query: z.object({
    page: wholeNumber(1, 10_000),
    per_page: wholeNumber(pageSizes.provinces, 100),
    include: z.optional(z.string().check(atMost(60))),
  }),
  answer: z.array(provinceSchema),
  paginated: true,
});
