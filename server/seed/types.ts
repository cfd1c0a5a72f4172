/** Topics of the search filter (§2). */
export type SeedTopic = 'music' | 'sports' | 'entertainment' | 'festivals' | 'seminar';

/** A moment counted from the base day of the seed, on the clock of Western Indonesia Time. */
export interface SeedMoment {
  dayOffset: number;
  /** `HH:mm`, WIB (+07:00). */
  time: string;
}

export interface SeedCountry {
  id: number;
  name: string;
  code: string;
  phone_code: string;
  currency: string;
}

export interface SeedProvince {
  id: number;
  name: string;
  /** Two letters, unique in the country. */
  code: string;
}

export interface SeedOrganizer {
  slug: string;
  name: string;
  /** One or two letters drawn in the logo. */
  initials: string;
  /** Two colours of the logo, as #rrggbb. */
  colors: readonly [string, string];
}

export interface SeedVenue {
  name: string;
  address: string;
  /** Words for a map search; the server encodes them into a link. */
  mapQuery: string;
}

export interface SeedCategory {
  name: string;
  /** Colour of the seats on the map, as #rrggbb. */
  color: string;
  /** Whole rupiah. */
  price: number;
  /** Seats in each row, front to back. Empty where the layout is a stadium. */
  rows: readonly number[];
}

/** One side of the stadium: sections are cells of the section grid, counted from 0. */
export interface SeedStand {
  category: string;
  /** Letter before the section number, so 'T' gives 'T01'. */
  prefix: string;
  cells: readonly { row: number; column: number }[];
  /** Whether row A is the lowest grid row of a section, because the pitch lies below it. */
  firstRowAtBottom: boolean;
}

export type SeedLayout =
  /** Rows facing a stage, centred, with vertical aisles that split each row into `banks`. */
  | { kind: 'rows'; stage: string; banks: number }
  /** As rows, with a catwalk through the first `depth` rows. */
  | { kind: 'runway'; stage: string; depth: number }
  /** A stage or court in the middle: rows are dealt to the north and the south side in turn. */
  | { kind: 'arena'; stage: string; courtRows: number }
  /** Equal rectangular sections around a pitch. */
  | {
      kind: 'stadium';
      stage: string;
      sectionRows: number;
      sectionColumns: number;
      gridRows: number;
      gridColumns: number;
      stands: readonly SeedStand[];
    };

export type SeedFieldType =
  | 'text'
  | 'email'
  | 'phone'
  | 'textarea'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'date';

export interface SeedField {
  fieldKey: string;
  fieldType: SeedFieldType;
  label: string;
  placeholder: string;
  helpText: string;
  isRequired: boolean;
  /** In display order; empty unless the type offers a choice. */
  options: readonly { label: string; value: string }[];
}

export interface SeedForm {
  name: string;
  description: string;
  /** True: one answer per ticket. False: one for the order (§3). */
  askAll: boolean;
  isActive: boolean;
  /** In display order. */
  fields: readonly SeedField[];
}

/** Compositions a poster can be drawn in. */
export type SeedScene =
  | 'sunset'
  | 'lake'
  | 'mountain'
  | 'terrace'
  | 'phinisi'
  | 'kites'
  | 'lanterns'
  | 'stage'
  | 'curtain'
  | 'wayang'
  | 'cinema'
  | 'vinyl'
  | 'stadium'
  | 'batik'
  | 'weave'
  | 'typo'
  | 'cutout'
  | 'comic'
  | 'shuttle'
  | 'basket'
  | 'track'
  | 'bunting'
  | 'feast'
  | 'ribbons'
  | 'trail'
  | 'furrows'
  | 'river';

export interface SeedEvent {
  slug: string;
  name: string;
  /** Slug of the organiser. */
  organizer: string;
  eventType: string;
  topic: SeedTopic;
  isOnline: boolean;
  startsAt: SeedMoment;
  /** Length in minutes. */
  minutes: number;
  /** Null: on sale from the start. */
  saleStartsAt: SeedMoment | null;
  venue: SeedVenue;
  /** Code of the province. */
  province: string;
  city: string;
  subdistrict: string;
  /** HTML of text tags only. */
  about: string;
  facilities: readonly { name: string }[];
  /** HTML of text tags only. */
  termsHtml: string;
  /** HTML of text tags only. */
  privacyHtml: string;
  isFeatured: boolean;
  isPromo: boolean;
  status: 'active' | 'closed' | 'cancelled';
  /** Buyers let in at a time; null lets everybody in. */
  room: { capacity: number | null; paused: boolean };
  categories: readonly SeedCategory[];
  layout: SeedLayout;
  forms: readonly SeedForm[];
  poster: { scene: SeedScene; palette: string };
}

export interface SeedVoucher {
  code: string;
  type: 'percent' | 'fixed';
  /** Percent when the type is percent, else whole rupiah. */
  value: number;
  description: string;
  /** Uses in all; null has no limit. */
  maxUses: number | null;
  /** Day the voucher ends, counted from the base day, at 23:59 WIB; null never ends. */
  expiresDayOffset: number | null;
}

export interface SeedAccount {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  /** With +62. */
  phoneNumber: string;
  isVerified: boolean;
}

export interface SeedSeat {
  /** Unique within the event, as 'A-12' or 'T03-A-12'. */
  seatNumber: string;
  /** 'T03' where the seats stand in named sections, else empty. */
  section: string;
  /** Row of the grid, from 1. */
  row: number;
  rowLabel: string;
  /** Column of the grid, from 1. */
  column: number;
  /** Name of the category. */
  category: string;
}

export interface SeedBlock {
  row: number;
  column: number;
  kind: 'stage' | 'aisle';
}

export interface SeatGrid {
  totalRows: number;
  totalCols: number;
  seats: readonly SeedSeat[];
  /** Cells that can not be chosen. Other cells without a seat are empty floor. */
  blocks: readonly SeedBlock[];
}
