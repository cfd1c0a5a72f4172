import * as z from 'zod/mini';
import { fieldTypes } from '../forms.ts';
import { eventTopics } from '../search-values.ts';
import { visible } from '../texts/visible-text.ts';
import { dayText, fileSchema, momentSchema, paragraph, rupiah, says, text } from './parts.ts';
import {
  earlyPricesSchema,
  feesSchema,
  includesSchema,
  limitsSchema,
  refundsSchema,
  vouchersSchema,
} from './price-fields.ts';

const colorSchema = z
  .string()
  .check(
    z.regex(/^#[0-9a-f]{6}$/, 'Must be a colour as #rrggbb in small letters'),
    says('Colour of the seats on the map, as #rrggbb.'),
  );

const categorySchema = z.strictObject({
  name: text(60, 'Name of the category, unique in the event.'),
  formerly: z.exactOptional(
    text(60, 'Name under which the category was first applied: it is renamed and keeps its seats.'),
  ),
  color: colorSchema,
  price: rupiah('Price of a seat in whole rupiah; 0 is free.'),
  includes: z.exactOptional(includesSchema),
  prices: z.exactOptional(earlyPricesSchema),
  rows: z.optional(
    z
      .array(z.int().check(z.minimum(1, 'A row needs a seat'), z.maximum(400, 'Too many seats')))
      .check(says('Seats in each row, front to back, for `layout`; empty for a stadium.')),
  ),
  standing: z.optional(
    z
      .int('Must be a whole number')
      .check(
        z.minimum(1, 'Must be at least 1'),
        z.maximum(100_000, 'Must be at most 100000'),
        says('Places without numbers, in place of seats.'),
      ),
  ),
});

const standSchema = z.strictObject({
  category: text(60, 'Name of the category of the stand.'),
  prefix: z
    .string()
    .check(
      z.length(1, 'Must be one letter'),
      says("Letter of the stand in `sections`, and prefix of its sections: 'T' gives 'T01'."),
    ),
  firstRowAtBottom: z
    .boolean()
    .check(says('Whether row A is the lowest row of a section, because the pitch lies below it.')),
});

const stage = text(40, 'Words on the stage or the pitch.');
const layoutSchema = z
  .discriminatedUnion('kind', [
    z
      .strictObject({ kind: z.literal('rows'), stage, banks: z.int().check(z.minimum(1)) })
      .check(says('Rows facing a stage, centred; aisles split each row into `banks`.')),
    z
      .strictObject({ kind: z.literal('runway'), stage, depth: z.int().check(z.minimum(1)) })
      .check(says('As rows, with a catwalk through the first `depth` rows.')),
    z
      .strictObject({ kind: z.literal('arena'), stage, courtRows: z.int().check(z.minimum(1)) })
      .check(says('A court in the middle: rows go to the north and the south side in turn.')),
    z
      .strictObject({
        kind: z.literal('stadium'),
        stage,
        sectionRows: z.int().check(z.minimum(1), z.maximum(100)),
        sectionColumns: z.int().check(z.minimum(1), z.maximum(100)),
        sections: z
          .array(z.string())
          .check(
            z.minLength(1),
            says('Map of the sections: a letter per section, a dot for none.'),
          ),
        stands: z.array(standSchema),
      })
      .check(says('Equal rectangular sections around a pitch.')),
  ])
  .check(says('Seats without a plan: rows and columns.'));

const formSchema = z.strictObject({
  name: text(80, 'Title of the form, unique in the event.'),
  description: paragraph(0, 400, 'A sentence under the title; may be empty.'),
  askAll: z
    .boolean()
    .check(says('true: the form is filled in for each ticket. false: once for the order.')),
  isActive: z.boolean().check(says('false hides the form.')),
  later: z.exactOptional(
    z
      .boolean()
      .check(says('true: asked on the ticket after paying, until the event. By default false.')),
  ),
  fields: z
    .array(
      z.strictObject({
        fieldKey: z
          .string()
          .check(
            z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'Must be small letters, digits and _'),
            says(
              'Key of the answer, unique in the form; `nama_lengkap` is the name on the ticket.',
            ),
          ),
        fieldType: z.enum(fieldTypes),
        label: text(120, 'The question.'),
        placeholder: z.exactOptional(text(120, 'Example in the empty field.')),
        helpText: z.exactOptional(text(400, 'A sentence under the field.')),
        isRequired: z.exactOptional(z.boolean()),
        options: z.exactOptional(
          z
            .array(z.strictObject({ label: text(120, 'Shown.'), value: text(120, 'Stored.') }))
            .check(z.maxLength(100), says('Choices of select, radio and checkbox, in order.')),
        ),
        showWhen: z.exactOptional(
          z
            .strictObject({
              field: text(40, 'fieldKey of an earlier field of this form.'),
              is: z
                .array(z.string().check(visible()))
                .check(z.minLength(1), says('Any of these answers.')),
            })
            .check(says('Asks this question only after one of these answers.')),
        ),
        minLength: z.exactOptional(z.int().check(z.positive(), z.maximum(4000))),
        maxLength: z.exactOptional(z.int().check(z.positive(), z.maximum(4000))),
        pattern: z.exactOptional(
          text(200, 'Regular expression that the whole answer matches, as in HTML.'),
        ),
        patternHint: z.exactOptional(text(200, 'Sentence for an answer that does not match.')),
        firstDay: z.exactOptional(
          dayText.check(says('First day of a date, as 2026-03-07; 1900-01-01 without it.')),
        ),
        lastDay: z.exactOptional(
          z
            .union([z.literal('today'), dayText])
            .check(says('Last day of a date; today without it where the question asks a birth.')),
        ),
      }),
    )
    .check(z.maxLength(60, 'Must have at most 60 fields')),
});

const minutesSchema = z
  .int()
  .check(z.minimum(1), z.maximum(20_160), says('Length of the show in minutes.'));

const queueSchema = z
  .strictObject({
    capacity: z
      .nullable(z.int().check(z.positive()))
      .check(says('Most buyers who choose and pay at a time; null for no limit.')),
    perMinute: z.exactOptional(
      z
        .nullable(z.int().check(z.positive()))
        .check(says('Most buyers who are let in per minute; null for no limit.')),
    ),
    paused: z.exactOptional(z.boolean().check(says('true lets nobody in for now.'))),
  })
  .check(says('The waiting room.'));

const waitingRoomSchema = z
  .strictObject({ opensAt: momentSchema })
  .check(
    says(
      'The waiting room before: it opens at this moment, and everybody who is in it when the sale starts is drawn.',
    ),
  );

const presaleSchema = z
  .strictObject({
    startsAt: momentSchema,
    endsAt: z.exactOptional(momentSchema),
    codes: z.exactOptional(
      z
        .array(
          z.strictObject({
            code: z
              .string()
              .check(
                z.regex(/^[A-Za-z0-9 -]{4,40}$/, 'Must have 4 to 40 letters, digits and hyphens'),
                says('The code; letters in any case, spaces and hyphens do not count.'),
              ),
            maxPeople: z.exactOptional(
              z.int().check(z.positive(), says('People who may use the code.')),
            ),
            perPerson: z.exactOptional(
              z.int().check(z.positive(), says('Times that one of them may join with it.')),
            ),
          }),
        )
        .check(z.maxLength(20_000, 'Must have at most 20000 codes')),
    ),
    waitingRoom: z.exactOptional(waitingRoomSchema),
    people: z.exactOptional(
      fileSchema('CSV file with a column "email": addresses that may buy without a code.'),
    ),
  })
  .check(says('Sale before the sale, by code or by list.'));

const waitingListSchema = z
  .strictObject({
    offerMinutes: z
      .int('Must be whole minutes, such as 30')
      .check(
        z.minimum(5, 'Must be at least 5 minutes'),
        z.maximum(10_080, 'Must be at most 10080 minutes, a week'),
        says('Minutes for which a free seat is kept for the next in the waiting list.'),
      ),
  })
  .check(says('The waiting list of a sold-out show; without it an offer lasts 30 minutes.'));

const saleSchema = z
  .strictObject({
    status: z.exactOptional(
      z
        .enum(['draft', 'published', 'closed', 'cancelled'])
        .check(says('State of a new event; later changes are commands: npm run event -- open.')),
    ),
    startsAt: z.exactOptional(momentSchema),
    endsAt: z.exactOptional(momentSchema),
    waitingRoom: z.exactOptional(waitingRoomSchema),
    presale: z.exactOptional(presaleSchema),
    waitingList: z.exactOptional(waitingListSchema),
  })
  .check(says('The sale; without `startsAt` it is open from the start.'));

const showSchema = z.strictObject({
  id: z
    .string()
    .check(
      z.regex(/^[a-z0-9]+(?:-[a-z0-9]+){0,5}$/, 'Must be small letters, digits and hyphens'),
      z.maxLength(30),
      says('Part of the address of the show, such as malam-2.'),
    ),
  name: z.exactOptional(text(60, 'Name of the show, such as Malam Kedua.')),
  startsAt: momentSchema,
  minutes: z.exactOptional(minutesSchema),
  sale: z.exactOptional(saleSchema),
  queue: z.exactOptional(queueSchema),
  map: z.exactOptional(fileSchema('Seating plan of this show, in place of that of the event.')),
  prices: z.exactOptional(
    z
      .record(z.string(), rupiah('Price of the category in this show.'))
      .check(says('Prices of this show by the name of the category, where they differ.')),
  ),
});

/** Time zones of an event folder by their abbreviations. */
export const zoneNames = ['WIB', 'WITA', 'WIT'] as const;

/** Content of the `event.json` of an event folder. */
export const eventFileSchema = z.strictObject({
  $schema: z.exactOptional(z.string()),
  name: text(120, 'Name of the event.'),
  organizer: z.union([
    text(60, 'Slug of an organiser that exists.'),
    z.strictObject({
      id: z.exactOptional(
        text(60, 'Slug of an organiser that exists: it is renamed and keeps its invoice numbers.'),
      ),
      name: text(80, 'Name of the organiser.'),
      logo: z.exactOptional(fileSchema('Picture of the organiser.')),
    }),
  ]),
  eventType: text(60, "Kind of event on its page, such as 'Konser Musik'."),
  topic: z.enum(eventTopics),
  isOnline: z.exactOptional(z.boolean()),
  isFeatured: z.exactOptional(z.boolean().check(says('Shown among the featured events.'))),
  isPromo: z.exactOptional(z.boolean().check(says('Shown among the promotions.'))),
  timeZone: z.exactOptional(
    z.enum(zoneNames).check(says('Time zone of all times; that of the province by default.')),
  ),
  startsAt: z.exactOptional(momentSchema),
  minutes: z.exactOptional(minutesSchema),
  shows: z.exactOptional(
    z
      .array(showSchema)
      .check(
        z.minLength(1),
        z.maxLength(60),
        says('Several dates, in place of `startsAt`; each has its own seats and queue.'),
      ),
  ),
  sale: z.exactOptional(saleSchema),
  queue: z.exactOptional(queueSchema),
  venue: z.strictObject({
    name: text(120, 'Name of the venue.'),
    address: text(300, 'Address, or the link text of an online event.'),
    mapQuery: text(200, 'Words for a map search.'),
  }),
  province: z
    .string()
    .check(z.regex(/^[A-Z]{2}$/, 'Must be the two letters of a province, such as JK')),
  city: text(80, 'City or regency.'),
  subdistrict: text(80, 'Subdistrict.'),
  about: z
    .array(paragraph(1, 4000, 'A paragraph.'))
    .check(z.maxLength(60), says('Paragraphs of the description.')),
  facilities: z.array(text(120, 'A facility.')).check(z.maxLength(60)),
  terms: z.exactOptional(
    fileSchema('HTML file with the terms; without it, the standard terms of the topic.'),
  ),
  ownTerms: z.exactOptional(
    z
      .array(paragraph(1, 1000, 'A point.'))
      .check(says('Points that are added to the standard terms of the topic.')),
  ),
  ticketTerms: z.exactOptional(
    z
      .array(paragraph(1, 200, 'A term.'))
      .check(
        z.minLength(1, 'Needs a term'),
        z.maxLength(8, 'Must have at most 8 terms'),
        says('Terms printed on the tickets, in place of the usual four.'),
      ),
  ),
  privacy: z.exactOptional(fileSchema('HTML file with the privacy policy of the organiser.')),
  poster: z.exactOptional(fileSchema('Poster: JPEG, PNG, WebP or AVIF.')),
  seatPicture: z.exactOptional(fileSchema('Picture of the hall on the page of the event.')),
  categories: z
    .array(categorySchema)
    .check(z.minLength(1, 'Needs a category'), z.maxLength(60, 'Too many categories')),
  fees: z.exactOptional(feesSchema),
  paymentFee: z.exactOptional(
    z
      .enum(['added', 'included'])
      .check(says('Fee of the payment method: added for the buyer, or borne by the organiser.')),
  ),
  limits: z.exactOptional(limitsSchema),
  refunds: z.exactOptional(refundsSchema),
  vouchers: z.exactOptional(vouchersSchema),
  layout: z.exactOptional(layoutSchema),
  map: z.exactOptional(
    fileSchema(
      'Seating plan (.json of the pretix editor, .svg or .csv), in place of `layout`; neither where all categories are standing.',
    ),
  ),
  forms: z.array(formSchema).check(z.maxLength(20, 'Must have at most 20 forms')),
});
/** Content of the `event.json` of an event folder. */
export type EventFile = z.infer<typeof eventFileSchema>;
