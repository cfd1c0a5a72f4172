import { describe, expect, it } from 'vitest';
import { broken, ok, refused, unreachable } from '../../support/flows/machines.ts';
import { draftAs, previewAs, voucherAs } from '../../support/flows/orders.ts';
import { readingAs } from '../../support/flows/readings.ts';
import {
  answers,
  type Happening,
  type Journey,
  sees,
  sends,
  travel,
  waits,
} from '../../support/model/journey.ts';
import type { Stage } from '../../support/model/stage.ts';
import { shownText } from '../../support/shown-text.ts';
import { seatAs, seatDraftModel, slug } from '../seat-draft.model.ts';

const seats = (journey: Omit<Journey, 'model' | 'from'> & { readonly from?: string }) =>
  travel({ model: seatDraftModel, from: 'online', ...journey });

const isFirstDraft = answers('recallDraft', false);
const mapOf = (...restored: ReturnType<typeof seatAs>[]) =>
  answers('loadSeatmap', ok({ eventStatus: 'active', restored, mine: null }));
const toggles = (seatNumber: string) => sends({ type: 'seat.toggle', seat: seatAs(seatNumber) });
const asksForDraft = sends({ type: 'draft.request' });
const isPriced = answers('previewOrder', ok(previewAs(null)));
/** The map is there, seats A1 and A2 are chosen, and 'Continue' is pressed. */
const continued: readonly Happening[] = [
  isFirstDraft,
  mapOf(),
  toggles('A1'),
  toggles('A2'),
  asksForDraft,
];
/** A code is typed beside a chosen, priced seat. */
const applied = (code: string): readonly Happening[] => [
  isFirstDraft,
  mapOf(seatAs('A1')),
  isPriced,
  sends({ type: 'voucher.apply', code }),
];

const context = (stage: Stage) => stage.snapshot().context;
const chosen = (stage: Stage) =>
  context(stage).seats.map(({ seatNumber }: { seatNumber: string }) => seatNumber);

describe('§4 Seat page access: who may choose', () => {
  it('Session check: online loads the seatmap', () =>
    seats({
      steps: [isFirstDraft, sees(['loadingSeatmap']), mapOf()],
      ends: ['choosing'],
    }));

  it('queued or in queue redirects to the queue page', () =>
    seats({ from: 'queued', steps: [], ends: ['queue'], output: { kind: 'queue' } }));

  it('otherwise redirects to the queue page to join', () =>
    seats({ from: 'not in the queue', steps: [], ends: ['queue'], output: { kind: 'queue' } }));

  it('and does so while seats are chosen, once the session is over', () =>
    seats({
      steps: [
        isFirstDraft,
        mapOf(),
        sends({ type: 'queue.reading', reading: readingAs({ step: 'notInQueue' }) }),
      ],
      ends: ['queue'],
      output: { kind: 'queue' },
    }));

  it('401 redirects to login', () =>
    seats({
      steps: [isFirstDraft, answers('loadSeatmap', refused('unauthenticated', 'Unauthorized'))],
      ends: ['signedOut'],
      output: { kind: 'signedOut' },
    }));

  it('403 to the queue page', () =>
    seats({
      steps: [isFirstDraft, answers('loadSeatmap', refused('sessionNotOnline', 'Not online'))],
      ends: ['queue'],
      output: { kind: 'queue' },
    }));

  it.each([refused('eventNotFound', 'No such event'), broken(), unreachable()])(
    "other failures show 'Failed to load seatmap data. Please try again.' %#",
    (failure) =>
      seats({
        steps: [isFirstDraft, answers('loadSeatmap', failure)],
        ends: ['refused'],
        holds: (stage) =>
          expect(shownText(context(stage).error)).toBe(
            'Failed to load seatmap data. Please try again.',
          ),
      }),
  );
});

describe('§4 Seat page access: coming back', () => {
  // Ruling R4: the draft is cancelled on a press alone.
  it('(ruling R4) Returning with a draft flag: an existing draft is cancelled so seats can be reselected', () =>
    seats({
      steps: [
        answers('recallDraft', true),
        answers('readDraft', ok(draftAs())),
        sees(['askingDraft'], (stage) => expect(stage.calls('cancelDraft')).toBe(0)),
        sends({ type: 'draft.release' }),
        sees(['releasingDraft'], (stage) => expect(stage.asked('cancelDraft')).toEqual({ slug })),
        answers('cancelDraft', ok(null)),
        mapOf(seatAs('A1')),
        toggles('A1'),
        toggles('A2'),
      ],
      ends: ['choosing'],
      holds: (stage) => expect(chosen(stage)).toEqual(['A2']),
    }));

  it('previous selection restored', () =>
    seats({
      from: 'online, with a draft of before',
      steps: [
        answers('readDraft', ok(draftAs())),
        sends({ type: 'draft.release' }),
        answers('cancelDraft', ok(null)),
        // Nothing chosen here yet: the seats of the draft are what the map is asked for.
        sees(['loadingSeatmap'], (stage) =>
          expect(stage.asked('loadSeatmap')).toEqual({ slug, chosen: ['A1'], quantities: [] }),
        ),
        mapOf(seatAs('A1'), seatAs('A2')),
      ],
      ends: ['choosing.pricing.asking'],
      holds: (stage) => expect(chosen(stage)).toEqual(['A1', 'A2']),
    }));

  // Ruling 1.4-R: only while online; a draft that another tab pays for is left alone.
  it('(ruling 1.4-R) a draft that is being paid for is not cancelled', () =>
    seats({
      from: 'paying in another tab',
      steps: [],
      ends: ['elsewhere'],
      output: { kind: 'elsewhere' },
      holds: (stage) => expect(stage.calls('cancelDraft')).toBe(0),
    }));

  it.each(['draftRequired', 'noDraft'] as const)(
    'If no draft or order exists (403/404), stale selection data is cleared: %s',
    (code) =>
      seats({
        from: 'online, with a draft of before',
        steps: [
          answers('readDraft', refused(code, 'No draft')),
          sees(['checkingAccess.clearing'], (stage) =>
            expect(stage.asked('clearStale')).toEqual({ slug }),
          ),
          answers('clearStale', undefined),
        ],
        ends: ['loadingSeatmap'],
        holds: (stage) => expect(stage.calls('clearStale')).toBe(1),
      }),
  );
});

describe('§4 Seat page access: seats and the draft', () => {
  it('Seat click toggles selection', () =>
    seats({
      steps: [
        isFirstDraft,
        mapOf(),
        toggles('A1'),
        sees(['choosing'], (stage) => expect(chosen(stage)).toEqual(['A1'])),
        toggles('A2'),
        toggles('A1'),
      ],
      ends: ['choosing'],
      holds: (stage) => expect(chosen(stage)).toEqual(['A2']),
    }));

  it('Continue creates a draft with seats and voucher code', () =>
    seats({
      steps: [
        ...applied('hemat10'),
        answers('previewOrder', ok(previewAs(voucherAs('HEMAT10')))),
        waits('voucherRelease'),
        asksForDraft,
      ],
      ends: ['creatingDraft'],
      holds: (stage) =>
        expect(stage.asked('createDraft')).toEqual({
          slug,
          seats: ['A1'],
          quantities: [],
          voucherCode: 'HEMAT10',
          shownTotal: null,
        }),
    }));

  it('success goes to the order form', () =>
    seats({
      steps: [...continued, answers('createDraft', ok(draftAs()))],
      ends: ['drafted'],
      output: { kind: 'drafted' },
    }));

  it("or 'draft_exists' goes to the order form", () =>
    seats({
      steps: [...continued, answers('createDraft', refused('draftExists', 'Draft already exists'))],
      ends: ['drafted'],
      output: { kind: 'drafted' },
    }));

  it.each([refused('seatsTaken', 'No such seat'), refused('seatsTaken')])(
    "If the draft is refused because seats are unavailable (404 or message 'Seats not available or already taken'), the existing draft is cancelled %#",
    (refusal) =>
      seats({
        steps: [...continued, answers('createDraft', refusal)],
        ends: ['releasingThenRetrying.releasing'],
        holds: (stage) => {
          expect(stage.asked('cancelDraft')).toEqual({ slug });
          expect(stage.calls('createDraft')).toBe(1);
        },
      }),
  );

  it('and creation retried once', () =>
    seats({
      steps: [
        ...continued,
        answers('createDraft', refused('seatsTaken', 'Seats not available or already taken')),
        answers('cancelDraft', ok(null)),
        sees(['releasingThenRetrying.retrying'], (stage) =>
          expect(stage.asked('createDraft')).toEqual({
            slug,
            seats: ['A1', 'A2'],
            quantities: [],
            voucherCode: null,
            shownTotal: null,
          }),
        ),
        answers('createDraft', ok(draftAs())),
      ],
      ends: ['drafted'],
      output: { kind: 'drafted' },
      holds: (stage) => expect(stage.calls('createDraft')).toBe(2),
    }));

  // Ruling 1.4-Q: the map is loaded again, the taken seats dropped and named, and the words are the server's.
  it('(ruling 1.4-Q) a retry that fails as well loads the map, drops the taken seats and names them', () =>
    seats({
      steps: [
        ...continued,
        answers('createDraft', refused('seatsTaken', 'Seats not available or already taken')),
        answers('cancelDraft', ok(null)),
        answers('createDraft', refused('seatsTaken', 'Seats not available or already taken')),
        sees(['loadingSeatmap'], (stage) =>
          expect(stage.asked('loadSeatmap')).toEqual({
            slug,
            chosen: ['A1', 'A2'],
            quantities: [],
          }),
        ),
        mapOf(seatAs('A2')),
        sees(['findingOffer'], (stage) =>
          expect(stage.asked('replaceSeats')).toEqual({ slug, lost: ['A1'], kept: ['A2'] }),
        ),
        answers('replaceSeats', []),
      ],
      ends: ['choosing'],
      holds: (stage) => {
        expect(stage.calls('createDraft')).toBe(2);
        expect(chosen(stage)).toEqual(['A2']);
        expect(context(stage).lostSeats).toEqual(['A1']);
        expect(shownText(context(stage).error)).toBe('Seats not available or already taken');
      },
    }));

  it.each(['draftExists', 'paymentLive'] as const)(
    "A 'Draft already exists' message or 'active payment session' (409) gives the error 'draft_exists': %s",
    (code) =>
      seats({
        steps: [...continued, answers('createDraft', refused(code))],
        ends: ['drafted'],
        output: { kind: 'drafted' },
        holds: (stage) => expect(stage.calls('cancelDraft')).toBe(0),
      }),
  );
});

describe('§4 Seat page access: voucher', () => {
  it('Voucher: apply validates via order preview', () =>
    seats({
      steps: applied('HEMAT10'),
      ends: ['choosing.voucher.checking'],
      holds: (stage) =>
        expect(stage.asked('previewOrder')).toEqual({
          slug,
          seats: ['A1'],
          quantities: [],
          voucherCode: 'HEMAT10',
        }),
    }));

  it('valid updates the summary', () =>
    seats({
      steps: [
        ...applied('HEMAT10'),
        answers('previewOrder', ok(previewAs(voucherAs('HEMAT10'), 742_500))),
        waits('voucherRelease'),
      ],
      ends: ['choosing.voucher.applied'],
      holds: (stage) =>
        expect(context(stage).preview?.pricing_details).toMatchObject({
          discount: 75_000,
          final_price: 742_500,
        }),
    }));

  it('removal clears voucher and preview', () =>
    seats({
      steps: [
        ...applied('HEMAT10'),
        answers('previewOrder', ok(previewAs(voucherAs('HEMAT10')))),
        waits('voucherRelease'),
        sends({ type: 'voucher.remove' }),
      ],
      ends: ['choosing.voucher.idle', 'choosing.pricing.asking'],
      holds: (stage) => {
        expect(context(stage)).toMatchObject({ voucher: null, voucherCode: null, preview: null });
        expect(stage.asked('previewOrder')).toMatchObject({ voucherCode: null });
      },
    }));

  it.each(['hemat10', 'Hemat10', ' HEMAT10 '])(
    'Matching is case-insensitive; codes are upper-cased: %s',
    (typed) =>
      seats({
        steps: [
          ...applied(typed),
          sees(['choosing.voucher.checking'], (stage) =>
            expect(stage.asked('previewOrder')).toMatchObject({ voucherCode: 'HEMAT10' }),
          ),
          answers('previewOrder', ok(previewAs(voucherAs('HEMAT10')))),
          waits('voucherRelease'),
        ],
        ends: ['choosing.voucher.applied'],
        holds: (stage) => expect(context(stage).voucherCode).toBe('HEMAT10'),
      }),
  );
});
