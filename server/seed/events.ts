import { festivalEvents } from './events-festivals.ts';
import { fixedEvents } from './events-fixed.ts';
import { musicEvents } from './events-music.ts';
import { offSaleEvents } from './events-off-sale.ts';
import { stageEvents } from './events-stage.ts';
import type { SeedEvent } from './types.ts';

/** Every seeded event: the fixed ones first, then the catalogue. */
export const events: readonly SeedEvent[] = [
  ...fixedEvents,
  ...musicEvents,
  ...stageEvents,
  ...festivalEvents,
  ...offSaleEvents,
];
