import type { sampleOrganizers } from './organizers.ts';
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
  readonly categories: readonly SampleCategory[];
  readonly forms: SampleForms;
  readonly isFeatured?: true;
  readonly isPromo?: true;
  readonly isOnline?: true;
  readonly poster: PosterPlan;
}
