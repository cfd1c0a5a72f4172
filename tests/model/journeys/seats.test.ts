import { describe, it } from 'vitest';
import { ok } from '../../support/machines.ts';
import { answers, sends, travel } from '../../support/model/journey.ts';
import { draftAs } from '../../support/orders.ts';
import { seatAs, seatDraftModel } from '../seat-draft.model.ts';

const model = seatDraftModel;
const mapOf = (...restored: ReturnType<typeof seatAs>[]) =>
  answers('loadSeatmap', ok({ eventStatus: 'active', restored }));

describe('§4 Seat page access', () => {
  it('Session check: online loads the seatmap', () =>
    travel({ model, from: 'online', steps: [mapOf()], ends: ['choosing'] }));

  it('Continue creates a draft with seats and voucher code; success goes to the order form', () =>
    travel({
      model,
      from: 'online',
      steps: [
        mapOf(),
        sends({ type: 'seat.toggle', seat: seatAs('A1') }),
        sends({ type: 'draft.request' }),
        answers('createDraft', ok(draftAs())),
      ],
      ends: ['drafted'],
      output: { outcome: 'drafted' },
    }));
});
