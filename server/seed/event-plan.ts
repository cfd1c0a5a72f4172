import { paragraphs, privacyHtml, termsHtml } from './organiser-html.ts';
import { organizers } from './organizers.ts';
import type { SeedEvent } from './types.ts';

type Derived = 'isOnline' | 'about' | 'facilities' | 'termsHtml' | 'privacyHtml';
type Optional = 'isFeatured' | 'isPromo' | 'room' | 'status' | 'saleStartsAt';

/** What is written by hand for an event; the rest follows from it. */
export type EventPlan = Omit<SeedEvent, Derived | Optional> &
  Partial<Pick<SeedEvent, Optional | 'isOnline'>> & {
    /** Paragraphs of the description. */
    about: readonly string[];
    facilities: readonly string[];
    /** Points of the terms that only this event has. */
    ownTerms?: readonly string[];
  };

function organizerName(slug: string): string {
  const organizer = organizers.find((candidate) => candidate.slug === slug);
  if (!organizer) throw new Error(`Unknown organiser: ${slug}`);
  return organizer.name;
}

/** Completes an event: organiser HTML and facilities. Throws on an organiser that is not seeded. */
export function planEvent(plan: EventPlan): SeedEvent {
  const { about, facilities, ownTerms, ...written } = plan;
  const price = Math.min(...plan.categories.map((category) => category.price));
  return {
    isOnline: false,
    isFeatured: false,
    isPromo: false,
    room: { capacity: null, paused: false },
    status: 'active',
    saleStartsAt: null,
    ...written,
    about: paragraphs(...about),
    facilities: facilities.map((name) => ({ name })),
    termsHtml: termsHtml({
      topic: plan.topic,
      isFree: price === 0,
      isOnline: plan.isOnline ?? false,
      own: ownTerms ?? [],
    }),
    privacyHtml: privacyHtml(organizerName(plan.organizer)),
  };
}
