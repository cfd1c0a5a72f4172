import type { PosterPlan } from './poster.ts';

/** A price category with the widths of its rows, front to back. */
export interface SampleCategory {
  readonly name: string;
  readonly color: string;
  /** Whole rupiah. */
  readonly price: number;
  readonly rows: readonly number[];
}

/** Which attendee forms an event asks for. */
export type SampleForms = 'holder' | 'full' | 'inactive' | 'none';

/** One event of the sample, as it is written down; everything else follows from it. */
export interface SampleEvent {
  readonly slug: string;
  readonly name: string;
  readonly organizer: keyof typeof sampleOrganizers;
  readonly type: string;
  readonly topic: 'music' | 'sports' | 'entertainment' | 'festivals' | 'seminar';
  /** Days from today and the time in Jakarta; null where the date is still to be announced. */
  readonly starts: readonly [days: number, time: string] | null;
  readonly minutes: number;
  readonly venue: string;
  readonly address: string;
  /** Id of a province of the list. */
  readonly province: number;
  readonly city: string;
  readonly subdistrict: string;
  readonly about: readonly string[];
  readonly facilities: readonly string[];
  /** English words it is found by, beside its own. */
  readonly keywords: string;
  readonly categories: readonly SampleCategory[];
  readonly forms: SampleForms;
  readonly isFeatured?: true;
  readonly isPromo?: true;
  readonly isOnline?: true;
  readonly poster: PosterPlan;
}

/** Invented organisers: name, initials and the two colours of the logo. */
export const sampleOrganizers = {
  rembulan: { name: 'Rembulan Karya', initials: 'RK', colors: ['#ff7a59', '#4a1259'] },
  kampung: { name: 'Kampung Riang', initials: 'KR', colors: ['#f4b728', '#b3273d'] },
  lentera: { name: 'Lentera Panggung', initials: 'LP', colors: ['#e0a83a', '#58101d'] },
  nalar: { name: 'Ruang Nalar', initials: 'RN', colors: ['#4f8bff', '#0d2060'] },
  gelora: { name: 'Gelora Nusa', initials: 'GN', colors: ['#1fbf7c', '#0a3455'] },
} as const;
