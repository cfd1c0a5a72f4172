import type { PriceRule } from '../price/price-rules.ts';
import { standardPriceRules } from '../price/standard-rules.ts';
import type { RefundPolicy } from '../refund/refund-policy.ts';
import type { EventFile } from './event-file.ts';

type File = EventFile;
type FileForm = File['forms'][number];
type FileField = FileForm['fields'][number];

/** The grid of rows and columns that seats stand on. */
export type FolderLayout = NonNullable<File['layout']>;
/** Rectangular sections around a pitch. */
export type StadiumLayout = Extract<FolderLayout, { kind: 'stadium' }>;
/** A category with the defaults of its file. */
export interface FolderCategory extends Omit<File['categories'][number], 'rows' | 'prices'> {
  readonly rows: readonly number[];
  readonly prices: NonNullable<File['categories'][number]['prices']>;
}

/** A field with the defaults of its file. */
export interface FolderField
  extends Omit<FileField, 'placeholder' | 'helpText' | 'isRequired' | 'options'> {
  readonly placeholder: string | null;
  readonly helpText: string | null;
  readonly isRequired: boolean;
  readonly options: NonNullable<FileField['options']>;
}

/** A form with the defaults of its file. */
export interface FolderForm extends Omit<FileForm, 'fields'> {
  readonly fields: readonly FolderField[];
}

/** One show of an event: sold under its own slug, with its own seats, prices, queue and sale. */
export interface FolderShow {
  /** The slug of the event for its first show, else with the id of the show after it. */
  readonly slug: string;
  readonly name: string | null;
  /** Moment as `instantOf` reads it. */
  readonly startsAt: string;
  readonly minutes: number;
  readonly sale: {
    readonly status: NonNullable<NonNullable<File['sale']>['status']>;
    readonly startsAt: string | null;
    readonly endsAt: string | null;
    /** Moment at which the waiting room before the sale opens; null without one. */
    readonly roomOpensAt: string | null;
    readonly presale: NonNullable<NonNullable<File['sale']>['presale']> | null;
    /** Minutes for which an offer of the waiting list lasts. */
    readonly offerMinutes: number;
  };
  readonly queue: {
    readonly capacity: number | null;
    readonly perMinute: number | null;
    readonly paused: boolean;
  };
  readonly categories: readonly FolderCategory[];
  /** Path of the seating plan; null with a layout. */
  readonly map: string | null;
}

/** An event folder with the defaults of its file. */
export interface FolderEvent
  extends Omit<
    Required<
      Omit<File, 'terms' | 'ticketTerms' | 'privacy' | 'poster' | 'seatPicture' | 'layout' | 'map'>
    >,
    | '$schema'
    | 'startsAt'
    | 'minutes'
    | 'shows'
    | 'sale'
    | 'queue'
    | 'categories'
    | 'forms'
    | 'timeZone'
    | 'fees'
    | 'paymentFee'
    | 'limits'
    | 'refunds'
    | 'vouchers'
  > {
  readonly slug: string;
  readonly timeZone: NonNullable<File['timeZone']> | null;
  readonly shows: readonly [FolderShow, ...FolderShow[]];
  readonly categories: readonly FolderCategory[];
  readonly layout: FolderLayout | null;
  readonly terms: string | null;
  /** Null for the usual ones. */
  readonly ticketTerms: readonly string[] | null;
  readonly privacy: string | null;
  readonly poster: string | null;
  readonly seatPicture: string | null;
  readonly forms: readonly FolderForm[];
  /** The rules that apply in the province of the venue. */
  readonly priceRules: readonly PriceRule[];
  readonly bearsPaymentFee: boolean;
  /** Null: bought tickets are not taken back. */
  readonly refundPolicy: RefundPolicy | null;
  readonly limits: NonNullable<File['limits']>;
}

const defaultMinutes = 180;
const defaultOfferMinutes = 30;

/** The fees of a file that apply in its province; the standard ones where it states none. */
function priceRulesOf({ fees, province }: File): readonly PriceRule[] {
  if (fees === undefined) return standardPriceRules;
  return fees
    .filter(({ regions }) => regions === undefined || regions.includes(province))
    .map(({ name, kind, percent, fixed, per, included = false, base, beside }) => ({
      name,
      kind,
      percent: percent ?? null,
      fixed: percent === undefined ? (fixed ?? 0) : null,
      per: per ?? 'order',
      included,
      base: base ?? (included ? 'afterDiscount' : 'beforeDiscount'),
      ...(beside && { beside }),
    }));
}

/** The event of a folder, with its shows; `slug` is the name of the folder. It validates nothing: a browser should load no schema for samples. */
export function folderEvent(slug: string, file: EventFile): FolderEvent {
  const { $schema: _, startsAt, minutes, shows, sale, queue, map, ...given } = file;
  const { fees: _fees, paymentFee, limits, vouchers: _vouchers, refunds, ...facts } = given;
  const categories = file.categories.map((category) => ({
    ...category,
    rows: category.rows ?? [],
    prices: category.prices ?? [],
  }));
  const dates = shows ?? [{ id: '', startsAt: startsAt ?? '' }];
  const [first, ...others] = dates.map((show, index): FolderShow => {
    const ownSale = { ...sale, ...show.sale };
    const ownQueue = { ...queue, ...show.queue };
    return {
      slug: index === 0 ? slug : `${slug}-${show.id}`,
      name: show.name ?? null,
      startsAt: show.startsAt,
      minutes: show.minutes ?? minutes ?? defaultMinutes,
      sale: {
        status: ownSale.status ?? 'published',
        startsAt: ownSale.startsAt ?? null,
        endsAt: ownSale.endsAt ?? null,
        roomOpensAt: ownSale.waitingRoom?.opensAt ?? null,
        presale: ownSale.presale ?? null,
        offerMinutes: ownSale.waitingList?.offerMinutes ?? defaultOfferMinutes,
      },
      queue: {
        capacity: ownQueue.capacity ?? null,
        perMinute: ownQueue.perMinute ?? null,
        paused: ownQueue.paused ?? false,
      },
      categories: categories.map((category) => ({
        ...category,
        price: show.prices?.[category.name] ?? category.price,
      })),
      map: show.map ?? map ?? null,
    };
  });
  if (first === undefined) throw new Error('An event needs a show.');
  return {
    isOnline: false,
    isFeatured: false,
    isPromo: false,
    ownTerms: [],
    ...facts,
    slug,
    timeZone: file.timeZone ?? null,
    shows: [first, ...others],
    categories,
    layout: file.layout ?? null,
    priceRules: priceRulesOf(file),
    bearsPaymentFee: paymentFee === 'included',
    limits: limits ?? {},
    refundPolicy: refunds === undefined ? null : { steps: refunds.steps, fee: refunds.fee ?? 0 },
    terms: file.terms ?? null,
    ticketTerms: file.ticketTerms ?? null,
    privacy: file.privacy ?? null,
    poster: file.poster ?? null,
    seatPicture: file.seatPicture ?? null,
    forms: file.forms.map((form) => ({
      ...form,
      fields: form.fields.map((field) => ({
        ...field,
        placeholder: field.placeholder ?? null,
        helpText: field.helpText ?? null,
        isRequired: field.isRequired ?? true,
        options: field.options ?? [],
      })),
    })),
  };
}
