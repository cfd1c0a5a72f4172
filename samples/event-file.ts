import * as z from 'zod/mini';
import { eventTopics } from '../contract/catalogue.ts';
import { fieldTypes } from '../contract/forms.ts';

/** A moment relative to the day on which the sample data is read or inserted, in Western Indonesia Time. */
const momentSchema = z.object({
  dayOffset: z.int(),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as HH:mm')),
});

const colorSchema = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Write the colour as #rrggbb'));

const categorySchema = z.strictObject({
  name: z.string(),
  /** Colour of the seats on the map. */
  color: colorSchema,
  /** Whole rupiah. */
  price: z.int().check(z.nonnegative()),
  /** Seats in each row, front to back. Empty if the layout is a stadium. */
  rows: z.array(z.int().check(z.minimum(1))),
});

const standSchema = z.strictObject({
  category: z.string(),
  /** Letter of the stand on the map of sections, and prefix of the section number: 'T' gives 'T01'. */
  prefix: z.string().check(z.length(1)),
  /** Whether row A is the lowest grid row of a section, because the pitch lies below it. */
  firstRowAtBottom: z.boolean(),
});

const layoutSchema = z.discriminatedUnion('kind', [
  /** Rows facing a stage, centred, with vertical aisles that split each row into `banks`. */
  z.strictObject({ kind: z.literal('rows'), stage: z.string(), banks: z.int() }),
  /** As rows, with a catwalk through the first `depth` rows. */
  z.strictObject({ kind: z.literal('runway'), stage: z.string(), depth: z.int() }),
  /** A stage or court in the middle: rows go to the north and the south side in turn. */
  z.strictObject({ kind: z.literal('arena'), stage: z.string(), courtRows: z.int() }),
  /** Equal rectangular sections around a pitch; `sections` is their map, with a letter per section and a dot for none. */
  z.strictObject({
    kind: z.literal('stadium'),
    stage: z.string(),
    sectionRows: z.int(),
    sectionColumns: z.int(),
    sections: z.array(z.string()),
    stands: z.array(standSchema),
  }),
]);

const formSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  /** True: one form per ticket. False: one for the order (§3). */
  askAll: z.boolean(),
  isActive: z.boolean(),
  /** In display order. */
  fields: z.array(
    z.strictObject({
      fieldKey: z.string(),
      fieldType: z.enum(fieldTypes),
      label: z.string(),
      placeholder: z.exactOptional(z.string()),
      helpText: z.exactOptional(z.string()),
      isRequired: z.exactOptional(z.boolean()),
      /** Asked where the answer of another field of the form is one of `is`. */
      showWhen: z.exactOptional(z.strictObject({ field: z.string(), is: z.array(z.string()) })),
      minLength: z.exactOptional(z.int().check(z.positive())),
      maxLength: z.exactOptional(z.int().check(z.positive())),
      /** Regular expression that the whole answer matches, and the sentence that tells a buyer so. */
      pattern: z.exactOptional(z.string()),
      patternHint: z.exactOptional(z.string()),
      /** In display order; empty unless the type needs a choice. */
      options: z.exactOptional(z.array(z.strictObject({ label: z.string(), value: z.string() }))),
    }),
  ),
});

/** Content of the `event.json` of a sample event; `sampleEvent` fills in what it omits. */
export const eventFileSchema = z.strictObject({
  name: z.string(),
  /** Slug of the organiser. */
  organizer: z.string(),
  eventType: z.string(),
  /** Topic of the search filter (§2). */
  topic: z.enum(eventTopics),
  isOnline: z.exactOptional(z.boolean()),
  isFeatured: z.exactOptional(z.boolean()),
  isPromo: z.exactOptional(z.boolean()),
  status: z.exactOptional(z.enum(['active', 'closed', 'cancelled'])),
  startsAt: momentSchema,
  minutes: z.int().check(z.minimum(1)),
  /** Default: on sale from the start. */
  saleStartsAt: z.exactOptional(momentSchema),
  /** Capacity: the most online sessions; null means no limit. */
  room: z.exactOptional(z.object({ capacity: z.nullable(z.int()), paused: z.boolean() })),
  /** `mapQuery`: words for a map search. */
  venue: z.strictObject({ name: z.string(), address: z.string(), mapQuery: z.string() }),
  /** Code of the province. */
  province: z.string(),
  city: z.string(),
  subdistrict: z.string(),
  /** Paragraphs of the description. */
  about: z.array(z.string()),
  facilities: z.array(z.string()),
  /** Additional points of the terms for this event. */
  ownTerms: z.exactOptional(z.array(z.string())),
  categories: z.array(categorySchema),
  layout: layoutSchema,
  forms: z.array(formSchema),
});
/** Content of the `event.json` of a sample event. */
export type EventFile = z.infer<typeof eventFileSchema>;
