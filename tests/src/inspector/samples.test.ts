// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { EventObject } from 'xstate';
import { formSubmissionsSchema, isBlank } from '../../../contract/forms.ts';
import type { OrderFormContext } from '../../../machines/order-form/order-form.types.ts';
import { unharmed } from '../../../machines/shared/healing.ts';
import { createSeatmapStore } from '../../../src/effects/seatmap-store.ts';
import { labelsOf } from '../../../src/inspector/offers.ts';
import { sampleFacts } from '../../../src/inspector/sample-facts.ts';
import { samplesFor } from '../../../src/inspector/samples.ts';
import { fileOf } from '../../support/browser/file-of.ts';
import { draft, generalForm, holderForm, seatMap } from '../screens/purchase-data.tsx';

const facts = sampleFacts(null, null);

describe('samples', () => {
  it("fill in every field of the draft's forms", () => {
    const context: OrderFormContext = {
      ...{ slug: 'konser', draft, forms: [holderForm, generalForm], submissions: null },
      ...{ error: null, healing: unharmed(), hasNoResponse: false, isLate: false },
    };
    const [review] = samplesFor('orderForm', context, facts);
    if (review?.type !== 'form.review' || !('submissions' in review)) throw new Error('No sample.');
    const submissions = formSubmissionsSchema.parse(review.submissions);
    expect(Object.keys(submissions)).toEqual(['holder', 'general']);
    expect(submissions.holder?.map(({ ticket_id }) => ticket_id)).toEqual(['t1', 't2']);
    for (const { form_data } of Object.values(submissions).flat()) {
      for (const [field, answer] of Object.entries(form_data)) {
        expect(isBlank(answer), field).toBe(false);
      }
    }
  });

  it('offer seats of the loaded map that are free, and those that are chosen', async () => {
    const seatmaps = createSeatmapStore({
      file: () => Promise.resolve({ ok: true, value: fileOf(seatMap) }),
    } as never);
    await seatmaps.load(facts.slug);
    const { freeSeats } = sampleFacts(null, seatmaps);
    const free = seatMap.seatLayout.items.filter(({ status }) => status === 'available');
    expect(freeSeats.map(({ seatNumber }) => seatNumber)).toEqual(
      free.slice(0, 5).map(({ seat_number }) => seat_number),
    );
    const seats = freeSeats.slice(0, 1);
    const chosen = { seats, quantities: [], reading: null };
    const toggles = samplesFor('seatDraft', chosen, sampleFacts(null, seatmaps));
    const offered = toggles.flatMap((event) =>
      event.type === 'seat.toggle' && 'seat' in event ? [event.seat] : [],
    );
    expect(offered).toEqual([...freeSeats.slice(1), ...seats]);
  });

  it('do not exist for a foreign machine, and are distinguished by their payload', () => {
    expect(samplesFor('toString', {}, facts)).toEqual([]);
    const events: (EventObject & Record<string, unknown>)[] = [
      { type: 'seat.toggle', seat: { id: '657e2246-8e20-588d-a8b1-000000000000', name: 'A-1' } },
      { type: 'seat.toggle', seat: { name: 'A-1' } },
      { type: 'seat.toggle', seat: { name: 'A-2', isFree: true } },
      { type: 'draft.request' },
    ];
    expect(labelsOf(events)).toEqual(['A-1', 'A-1 (2)', 'A-2 isFree', '']);
  });
});
