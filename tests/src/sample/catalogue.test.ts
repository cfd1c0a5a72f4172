// @vitest-environment node

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventDetail, eventDetailSchema, eventSummarySchema } from '../../../contract/catalogue.ts';
import { buildLayout } from '../../../contract/event-folder/layout.ts';
import { seatmapSchema } from '../../../contract/seatmap.ts';
import { sampleFile } from '../../../server/seed/samples.ts';
import * as catalogue from '../../../src/sample/catalogue/events.ts';
import { demoEvents } from '../../../src/sample/catalogue/samples.ts';
import { seatmapOf } from '../../../src/sample/demo/seats.ts';
import { freshState } from '../../../src/sample/demo/state.ts';

// 06:30 on a Tuesday in Jakarta, while UTC still has Monday.
const now = Date.UTC(2031, 2, 3, 23, 30);

describe('the sample catalogue', () => {
  it.each(demoEvents.map((event) => [event.slug, event] as const))(
    '%s is as the contract wants it, with the pictures and the seats of the seed',
    (_, event) => {
      const summary = catalogue.summaryOf(event, now);
      const detail = catalogue.detailOf(event, now);
      expect(eventSummarySchema.parse(summary)).toEqual(summary);
      expect(eventDetailSchema.parse(detail)).toEqual(detail);
      expect(eventDetail.params.safeParse({ slug: event.slug }).success).toBe(true);
      const folder = event.slug.replace('contoh-', '');
      expect(summary.image).toBe(`/media/posters/${folder}.svg`);
      expect(existsSync(sampleFile(`events/${folder}/poster.svg`))).toBe(true);
      const logo = /^\/media\/(logos\/.+)$/.exec(summary.organizer?.logo ?? '')?.[1] ?? 'none';
      expect(existsSync(sampleFile(logo)), logo).toBe(true);
      expect(summary.organizer?.name).not.toBe('');
      expect(summary.province).not.toBe('');
      const map = seatmapSchema.parse(seatmapOf(event, freshState(now)));
      const seats = map.seatLayout.items.filter(({ status }) => status !== 'block');
      expect(seats).toHaveLength(buildLayout(event.layout, event.categories).seats.length);
      const ids = new Set(map.categories.map(({ id }) => id));
      for (const seat of seats) expect(ids).toContain(seat.category);
      expect(map.categories.reduce((sum, each) => sum + each.max_capacity, 0)).toBe(seats.length);
      expect(map.seatLayout.items.length).toBeGreaterThan(seats.length);
    },
  );

  it('never expires: every date is in the future on any day', () => {
    for (const today of [0, now, Date.UTC(2040, 11, 31, 17)]) {
      for (const event of demoEvents)
        expect(catalogue.startOf(event, today)).toBeGreaterThan(today);
    }
  });
});
