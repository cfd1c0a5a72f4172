import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { type AnyStateMachine, createActor, fromCallback, fromPromise, setup } from 'xstate';
import type { OrderPreview } from '../../../contract/order.ts';
import { queueMachine } from '../../../machines/queue/queue.machine.ts';
import type { QueueJoinInput } from '../../../machines/queue/queue.ports.ts';
import { runningActor } from '../../../machines/root/root.system.ts';
import { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import type {
  LoadSeatmapInput,
  OrderInput,
  SaveSelectionInput,
} from '../../../machines/seat-draft/seat-draft.ports.ts';
import type { SeatmapFacts } from '../../../machines/seat-draft/seat-draft.types.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import type { Result } from '../../../machines/shared/result.ts';
import type { RootActor } from '../../../src/app/actor-context.tsx';
import { seatChoice } from '../../../src/effects/flows/seat-choices.ts';
import { type SeatmapStore, SeatmapStoreContext } from '../../../src/effects/seatmap-store.ts';
import QueueScreen from '../../../src/screens/queue/queue.screen.tsx';
import type * as QueueViews from '../../../src/screens/queue/queue.view.tsx';
import type { QueueViewProps } from '../../../src/screens/queue/queue-view-props.ts';
import SeatsScreen from '../../../src/screens/seats/seats.screen.tsx';
import { buildSeatMapData } from '../../../src/seat-map/data/seat-map-data.ts';
import { fakePort, ok, parentStub, settle } from '../../support/flows/machines.ts';
import { previewAs, voucherAs } from '../../support/flows/orders.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { Around } from './around.tsx';
import { withModalDialogs } from './modal-dialogs.ts';
import { seatMap as seatMapAnswer } from './purchase-data.tsx';

withModalDialogs();

const { renders } = vi.hoisted(() => ({ renders: { queue: 0, map: 0 } }));

vi.mock('../../../src/screens/queue/queue.view.tsx', async (original) => {
  const { QueueView, ...rest } = await original<typeof QueueViews>();
  return {
    ...rest,
    QueueView: (props: QueueViewProps) => {
      renders.queue += 1;
      return <QueueView {...props} />;
    },
  };
});
// The map renders its toolbar each time that it renders itself.
vi.mock('../../../src/seat-map/map-toolbar.tsx', () => ({
  MapToolbar: () => {
    renders.map += 1;
    return null;
  },
}));

const slug = 'konser-senja-jakarta';

/** A root that does nothing but run one flow. */
function rootOf(name: 'queue' | 'seatDraft', flow: AnyStateMachine, input: object): RootActor {
  const machine = setup({ actors: { flow } }).createMachine({
    context: {
      screen: { name: name === 'queue' ? 'queue' : 'seats', slug },
      realtime: { connected: true, error: null },
      auth: 'verified',
      reading: null,
    },
    invoke: { src: 'flow', systemId: name, input },
  });
  return createActor(machine).start() as unknown as RootActor;
}

async function open(root: RootActor, page: ReactNode, seatmaps?: SeatmapStore) {
  const never = async () => new Promise<never>(() => undefined);
  render(
    <Around api={{ call: never, page: never }} root={root}>
      <SeatmapStoreContext value={seatmaps ?? null}>{page}</SeatmapStoreContext>
    </Around>,
  );
  await act(settle);
}

it('the queue page renders for neither an entry of the log nor a reading without news', async () => {
  const joinQueue = fakePort<Result<SessionReading>, QueueJoinInput>();
  const machine = queueMachine.provide({ actors: { joinQueue: joinQueue.logic } });
  const reading = null;
  const root = rootOf('queue', machine, { parent: parentStub().ref, slug, reading });
  await open(root, <QueueScreen />);
  const queue = runningActor(root.system, 'queue');
  const queued = readingAs({ slug, step: 'queued', position: 7 });
  await act(() => joinQueue.answer(ok(queued)));
  act(() => queue?.send({ type: 'queue.logged', message: 'Antrean dibuka' }));
  expect(screen.getByText('Antrean dibuka')).toBeInTheDocument();

  renders.queue = 0;
  for (const n of [1, 2, 3]) {
    act(() => queue?.send({ type: 'queue.logged', message: `Catatan ${n}` }));
    act(() => queue?.send({ type: 'queue.reading', reading: { ...queued, seq: n + 1 } }));
  }
  expect(screen.getByText('Catatan 3')).toBeInTheDocument();
  expect(renders.queue).toBe(0);

  act(() => queue?.send({ type: 'queue.reading', reading: { ...queued, position: 6, seq: 9 } }));
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Posisi 6');
  expect(renders.queue).toBe(1);
});

it('the seat map renders for a chosen seat, and for neither a price nor a voucher', async () => {
  const previewOrder = fakePort<Result<OrderPreview>, OrderInput>();
  const seatMap = buildSeatMapData(seatMapAnswer);
  if (seatMap === null) throw new Error('The map cannot be drawn.');
  const machine = seatDraftMachine.provide({
    actors: {
      recallDraft: fromPromise(async () => false),
      followMap: fromCallback(() => undefined),
      loadSeatmap: fromPromise<Result<SeatmapFacts>, LoadSeatmapInput>(async () =>
        ok({ eventStatus: 'active', restored: [], mine: null }),
      ),
      saveSelection: fromPromise<void, SaveSelectionInput>(async () => undefined),
      previewOrder: previewOrder.logic,
    },
  });
  const reading = readingAs({ slug, step: 'online' });
  const root = rootOf('seatDraft', machine, { slug, reading, hadDraft: false, realtime: true });
  const current = { seatMap, version: 1 };
  await open(root, <SeatsScreen />, {
    current: () => current,
    subscribe: () => () => undefined,
  } as unknown as SeatmapStore);
  const flow = runningActor(root.system, 'seatDraft');
  const seat = seatChoice(seatMap, seatMap.status.indexOf(0));
  if (seat === undefined) throw new Error('No seat is available.');

  renders.map = 0;
  act(() => flow?.send({ type: 'seat.toggle', seat }));
  expect(renders.map).toBeGreaterThan(0);

  renders.map = 0;
  await act(() => previewOrder.answer(ok(previewAs(null))));
  expect(screen.getAllByText('Rp825.000').length).toBeGreaterThan(0);
  await act(async () => flow?.send({ type: 'voucher.apply', code: 'HEMAT10' }));
  await act(() => previewOrder.answer(ok(previewAs(voucherAs('HEMAT10'), 750_000))));
  expect(screen.getAllByText('Rp750.000').length).toBeGreaterThan(0);
  expect(renders.map).toBe(0);
});
