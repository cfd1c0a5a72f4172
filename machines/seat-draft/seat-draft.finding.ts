import { numbersOf } from './seat-draft.rules.ts';
import { seatDraftSetup } from './seat-draft.setup.ts';

/** 'Kursi terbaik': what is found takes the place of the choice; where nothing is left together, the choice stays. */
export const findingSeats = seatDraftSetup.createStateConfig({
  invoke: {
    src: 'findSeats',
    id: 'findSeats',
    input: ({ context }) => ({
      slug: context.slug,
      count: context.search?.count ?? 1,
      categoryId: context.search?.categoryId ?? null,
    }),
    onDone: [
      {
        guard: { type: 'isFound', params: ({ event }) => event },
        target: '#seatDraft.choosing',
        actions: { type: 'takeFound', params: ({ event }) => event },
      },
      { target: '#seatDraft.choosing', actions: 'noteNothingFound' },
    ],
    onError: { target: '#seatDraft.choosing', actions: 'noteNothingFound' },
  },
});

/** Seats were lost: the same number is searched near the remaining ones, to be taken with one press (§4.57). */
export const findingOffer = seatDraftSetup.createStateConfig({
  invoke: {
    src: 'replaceSeats',
    id: 'replaceSeats',
    input: ({ context }) => ({
      slug: context.slug,
      lost: context.lostSeats,
      kept: numbersOf(context.seats),
    }),
    onDone: {
      target: '#seatDraft.choosing',
      actions: { type: 'takeOffer', params: ({ event }) => event },
    },
    onError: { target: '#seatDraft.choosing', actions: 'noteNoOffer' },
  },
});
