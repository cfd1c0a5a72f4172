import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { defaultTaxRate } from '../../../contract/limits.ts';
import type { Pricing } from '../../../contract/order.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import type { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import { choiceProblem } from '../../../machines/seat-draft/seat-draft.rules.ts';
import { useFlow, useRootSelector } from '../../app/actor-context.tsx';
import { PurchaseSaleNote } from '../../app/flows/sale-note.tsx';
import { useEvent } from '../../app/reads/queries.ts';
import { useWhen } from '../../app/when.ts';
import { seatChoice } from '../../effects/flows/seat-choices.ts';
import { useSeatmap } from '../../effects/seatmap-store.ts';
import { indexOf } from '../../seat-map/data/seat-map-data.ts';
import { parseInstant } from '../../text/format.ts';
import { useSeatWish } from '../categories/seat-wish.ts';
import type { PanelEvent } from './seat-panel.tsx';
import { SeatsView } from './seats.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;
type SeatDraftSnapshot = SnapshotFrom<typeof seatDraftMachine>;

const selectSlug = ({ context }: RootSnapshot) =>
  'slug' in context.screen ? context.screen.slug : '';
const selectSignedIn = ({ context }: RootSnapshot) => context.auth === 'verified';
const selectSnapshot = (snapshot: SeatDraftSnapshot) => snapshot;

function stageOf(snapshot: SeatDraftSnapshot) {
  if (snapshot.matches('refused')) return 'refused';
  if (snapshot.matches('askingDraft') || snapshot.matches('releasingDraft')) return 'asking';
  if (snapshot.matches('unverified')) return 'unverified';
  if (snapshot.matches('checkingAccess')) return 'loading';
  // After a conflict the flow reads the map again while the choice stays on screen.
  const isFirstLoad = snapshot.matches('loadingSeatmap') && snapshot.context.seats.length === 0;
  return isFirstLoad ? 'loading' : 'choosing';
}

/** The server's price; our own calculation if the call failed (§4: tax of 10 %); null while loading. */
function pricingOf(snapshot: SeatDraftSnapshot): Pricing | null {
  const { preview, seats } = snapshot.context;
  if (preview !== null) return preview.pricing_details;
  if (!snapshot.matches({ choosing: { pricing: 'unpriced' } })) return null;
  const subtotal = seats.reduce((sum, seat) => sum + seat.price, 0);
  const tax = Math.round(subtotal * defaultTaxRate);
  return { original_price: subtotal, discount: 0, tax, final_price: subtotal + tax };
}

const nothing = () => undefined;
const noSearch = {
  isFinding: false,
  nothing: null,
  canFind: () => false,
  onFind: nothing,
  wishes: [],
};
const noDraft = {
  seats: [],
  isMade: true,
  isReleasing: false,
  onContinue: nothing,
  onRelease: nothing,
};
const noVoucher = {
  isSignedIn: true,
  isChecking: false,
  applied: null,
  error: null,
  canChange: false,
  canApply: () => false,
  onApply: nothing,
  onEdit: nothing,
  onRemove: nothing,
};

function LiveSeats(props: {
  readonly flow: RootSystem['seatDraft'];
  readonly slug: string;
  readonly event: PanelEvent | null;
}) {
  const { flow, slug, event } = props;
  const snapshot = useSelector(flow, selectSnapshot);
  const reading = useSeatmap(slug);
  const seatMap = reading?.seatMap ?? null;
  const isSignedIn = useRootSelector(selectSignedIn);
  const { wishes } = useSeatWish(slug);
  const { seats, lostSeats, offer, search, found } = snapshot.context;
  const { voucher, voucherCode, voucherError, held, asked } = snapshot.context;
  const isCreating =
    snapshot.matches('creatingDraft') ||
    snapshot.matches('releasingThenRetrying') ||
    snapshot.matches('verifying');

  const toggle = (seatNumber: string) => {
    const chosen = seats.find((seat) => seat.seatNumber === seatNumber);
    const index = seatMap === null ? -1 : indexOf(seatMap, seatNumber);
    const choice =
      chosen ?? (seatMap !== null && index >= 0 ? seatChoice(seatMap, index) : undefined);
    if (choice === undefined) return false;
    const event = { type: 'seat.toggle', seat: choice } as const;
    if (!snapshot.can(event)) return false;
    flow.send(event);
    return true;
  };

  return (
    <SeatsView
      stage={stageOf(snapshot)}
      event={event}
      draft={{
        seats: held ?? [],
        isMade: asked !== 'unanswered',
        isReleasing: snapshot.matches('releasingDraft'),
        onContinue: () => flow.send({ type: 'draft.continue' }),
        onRelease: () => flow.send({ type: 'draft.release' }),
      }}
      seatMap={seatMap}
      version={reading?.version ?? 0}
      seats={seats}
      lostSeats={lostSeats}
      offer={offer}
      canTakeOffer={snapshot.can({ type: 'offer.take' })}
      found={found}
      best={{
        wishes,
        isFinding: snapshot.matches('findingSeats'),
        nothing: found?.length === 0 ? search : null,
        canFind: (wanted) => snapshot.can({ type: 'seats.best', ...wanted }),
        onFind: (wanted) => flow.send({ type: 'seats.best', ...wanted }),
      }}
      error={choiceProblem(snapshot.context)}
      pricing={pricingOf(snapshot)}
      isCreating={isCreating}
      isFrozen={!snapshot.matches('choosing')}
      canContinue={snapshot.can({ type: 'draft.request' })}
      voucher={{
        isSignedIn,
        isChecking:
          snapshot.matches({ choosing: { voucher: 'checking' } }) ||
          snapshot.matches({ choosing: { voucher: 'releasing' } }),
        applied:
          voucher?.is_valid === true
            ? { code: voucherCode ?? voucher.code, discount: voucher.discount_amount }
            : null,
        error: voucherError,
        canChange:
          snapshot.matches('choosing') && !snapshot.matches({ choosing: { voucher: 'ended' } }),
        canApply: (code) => snapshot.can({ type: 'voucher.apply', code }),
        onApply: (code) => flow.send({ type: 'voucher.apply', code }),
        onEdit: () => {
          if (voucherError !== null) flow.send({ type: 'voucher.remove' });
        },
        onRemove: () => flow.send({ type: 'voucher.remove' }),
      }}
      onToggle={toggle}
      onTakeOffer={() => flow.send({ type: 'offer.take' })}
      onClear={() => flow.send({ type: 'seats.clear' })}
      onContinue={() => flow.send({ type: 'draft.request' })}
      onRetry={() => flow.send({ type: 'seats.retry' })}
    />
  );
}

/** The seats page (§2). */
export default function SeatsScreen() {
  const slug = useRootSelector(selectSlug);
  const flow = useFlow('seatDraft');
  const detail = useEvent(slug).data;
  const when = useWhen();
  const hasDate = detail !== undefined && parseInstant(detail.eventDate) !== null;
  const at = hasDate ? when(detail.eventDate) : null;
  const event: PanelEvent | null =
    detail === undefined
      ? null
      : {
          name: detail.name,
          venue: detail.venue.name === '' ? null : detail.venue.name,
          date: at === null ? null : `${at.date}, ${at.time}`,
        };
  if (flow !== null) {
    return (
      <>
        <PurchaseSaleNote slug={slug} isBegun />
        <LiveSeats flow={flow} slug={slug} event={event} />
      </>
    );
  }
  return (
    <SeatsView
      stage="loading"
      event={event}
      draft={noDraft}
      seatMap={null}
      version={0}
      seats={[]}
      lostSeats={[]}
      offer={null}
      canTakeOffer={false}
      found={null}
      best={noSearch}
      error={null}
      pricing={null}
      isCreating={false}
      isFrozen
      canContinue={false}
      voucher={noVoucher}
      onToggle={() => false}
      onTakeOffer={nothing}
      onClear={nothing}
      onContinue={nothing}
      onRetry={nothing}
    />
  );
}
