import type { InspectionEvent } from 'xstate';
import type { SeatmapStore } from '../effects/seatmap-store.ts';

/** An inspector that is attached to this page of the app. */
export interface Inspection {
  readonly inspect: (event: InspectionEvent) => void;
  offerSeats(seatmaps: SeatmapStore): void;
}
