import { useCallback } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Pricing } from '../../../contract/order.ts';
import type { PriceRule } from '../../../contract/price/price-rules.ts';
import { priceShown } from '../../../contract/price/pricing.ts';
import { laterPriceRules } from '../../../contract/price/standard-rules.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import type { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import { pricedTickets, ticketsOf } from '../../../machines/seat-draft/seat-draft.quantities.ts';
import { choiceProblem } from '../../../machines/seat-draft/seat-draft.rules.ts';
import { useFlow, useFlowSlice, useRootSelector, useSlug } from '../../app/actor-context.tsx';
import { PricesWith } from '../../app/flows/price.tsx';
import { PurchaseSaleNote } from '../../app/flows/sale-note.tsx';
import { useShow } from '../../app/reads/queries.ts';
import { useWhen } from '../../app/when.ts';
import { placeOffers, seatChoice } from '../../effects/flows/seat-choices.ts';
import { useSeatmap } from '../../effects/seatmap-store.ts';
import { indexOf } from '../../seat-map/data/seat-map-data.ts';
import { parseInstant } from '../../text/format.ts';
import { useSeatWish } from '../categories/seat-wish.ts';
import type { PanelEvent } from './seat-panel.tsx';
import { SeatsLoading, SeatsView, type SeatsViewProps } from './seats.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;
type SeatDraftSnapshot = SnapshotFrom<typeof seatDraftMachine>;

const selectSignedIn = ({ context }: RootSnapshot) => context.auth === 'verified';

function stageOf(snapshot: SeatDraftSnapshot): SeatsViewProps['stage'] {
  if (snapshot.matches('refused')) return 'refused';
  if (snapshot.matches('askingDraft') || snapshot.matches('releasingDraft')) return 'asking';
  if (snapshot.matches('unverified')) return 'unverified';
  if (snapshot.matches('checkingAccess')) return 'loading';
  // After a conflict the flow reads the map again while the choice stays on screen.
  const isFirstLoad = snapshot.matches('loadingSeatmap') && ticketsOf(snapshot.context) === 0;
  return isFirstLoad ? 'loading' : 'choosing';
}

/** The server's price; our own calculation by the rules of the event if the call failed (§2.217); null while loading. */
function pricingOf(snapshot: SeatDraftSnapshot, rules: readonly PriceRule[]): Pricing | null {
  const { preview } = snapshot.context;
  if (preview !== null) return preview.pricing_details;
  if (!snapshot.matches({ choosing: { pricing: 'unpriced' } })) return null;
  return priceShown(
    pricedTickets(snapshot.context).map(({ price }) => price),
    rules,
  );
}

/** What the page shows of the flow, except the voucher and the price. */
function selectChoice(snapshot: SeatDraftSnapshot) {
  const { seats, quantities, lostSeats, lostPlaces, offer, search, found, asked } =
    snapshot.context;
  const { held, heldQuantities } = snapshot.context;
  return {
    stage: stageOf(snapshot),
    held,
    heldQuantities,
    isMade: asked !== 'unanswered',
    isReleasing: snapshot.matches('releasingDraft'),
    seats,
    quantities,
    lostSeats,
    lostPlaces,
    offer,
    canTakeOffer: snapshot.can({ type: 'offer.take' }),
    found,
    isFinding: snapshot.matches('findingSeats'),
    nothing: found?.length === 0 ? search : null,
    error: choiceProblem(snapshot.context),
    isCreating:
      snapshot.matches('creatingDraft') ||
      snapshot.matches('releasingThenRetrying') ||
      snapshot.matches('verifying'),
    isFrozen: !snapshot.matches('choosing'),
    canContinue: snapshot.can({ type: 'draft.request' }),
  };
}

function selectVoucher(snapshot: SeatDraftSnapshot) {
  const { voucher, voucherCode, voucherError } = snapshot.context;
  return {
    isChecking:
      snapshot.matches({ choosing: { voucher: 'checking' } }) ||
      snapshot.matches({ choosing: { voucher: 'releasing' } }),
    code: voucher?.is_valid === true ? (voucherCode ?? voucher.code) : null,
    discount: voucher?.discount_amount ?? 0,
    error: voucherError,
    canChange:
      snapshot.matches('choosing') && !snapshot.matches({ choosing: { voucher: 'ended' } }),
  };
}

function LiveSeats(props: {
  readonly flow: RootSystem['seatDraft'];
  readonly slug: string;
  readonly event: PanelEvent | null;
  readonly rules: readonly PriceRule[];
}) {
  const { flow, slug, event, rules } = props;
  const { held, heldQuantities, isMade, isReleasing, isFinding, nothing, ...shown } = useFlowSlice(
    flow,
    selectChoice,
  );
  const selectPricing = useCallback(
    (snapshot: SeatDraftSnapshot) => pricingOf(snapshot, rules),
    [rules],
  );
  const pricing = useFlowSlice(flow, selectPricing);
  const { code, discount, ...voucher } = useFlowSlice(flow, selectVoucher);
  const reading = useSeatmap(slug);
  const seatMap = reading?.seatMap ?? null;
  const isSignedIn = useRootSelector(selectSignedIn);
  const { wishes } = useSeatWish(slug);

  const toggle = useCallback(
    (seatNumber: string) => {
      const snapshot = flow.getSnapshot();
      const chosen = snapshot.context.seats.find((seat) => seat.seatNumber === seatNumber);
      const index = seatMap === null ? -1 : indexOf(seatMap, seatNumber);
      const choice =
        chosen ?? (seatMap !== null && index >= 0 ? seatChoice(seatMap, index) : undefined);
      if (choice === undefined) return false;
      const event = { type: 'seat.toggle', seat: choice } as const;
      if (!snapshot.can(event)) return false;
      flow.send(event);
      return true;
    },
    [flow, seatMap],
  );

  const setQuantity = (categoryId: string, count: number) => {
    const offers = seatMap === null ? [] : placeOffers(seatMap);
    const chosen = shown.quantities.find((quantity) => quantity.categoryId === categoryId);
    const place =
      offers.find((offer) => offer.categoryId === categoryId) ??
      (chosen === undefined ? undefined : { ...chosen, left: 0 });
    if (place === undefined) return false;
    const event = { type: 'quantity.set', place, count } as const;
    if (!flow.getSnapshot().can(event)) return false;
    flow.send(event);
    return true;
  };

  return (
    <SeatsView
      {...shown}
      event={event}
      draft={{
        seats: held ?? [],
        quantities: heldQuantities,
        isMade,
        isReleasing,
        onContinue: () => flow.send({ type: 'draft.continue' }),
        onRelease: () => flow.send({ type: 'draft.release' }),
      }}
      seatMap={seatMap}
      version={reading?.version ?? 0}
      best={{
        wishes,
        isFinding,
        nothing,
        canFind: (wanted) => flow.getSnapshot().can({ type: 'seats.best', ...wanted }),
        onFind: (wanted) => flow.send({ type: 'seats.best', ...wanted }),
      }}
      pricing={pricing}
      voucher={{
        ...voucher,
        isSignedIn,
        applied: code === null ? null : { code, discount },
        canApply: (typed) => flow.getSnapshot().can({ type: 'voucher.apply', code: typed }),
        onApply: (typed) => flow.send({ type: 'voucher.apply', code: typed }),
        onEdit: () => {
          if (voucher.error !== null) flow.send({ type: 'voucher.remove' });
        },
        onRemove: () => flow.send({ type: 'voucher.remove' }),
      }}
      onToggle={toggle}
      onQuantity={setQuantity}
      onTakeOffer={() => flow.send({ type: 'offer.take' })}
      onClear={() => flow.send({ type: 'seats.clear' })}
      onContinue={() => flow.send({ type: 'draft.request' })}
      onRetry={() => flow.send({ type: 'seats.retry' })}
    />
  );
}

/** The seats page (§2.200). */
export default function SeatsScreen() {
  const slug = useSlug();
  const flow = useFlow('seatDraft');
  const detail = useShow(slug).data;
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
        <PricesWith rules={detail?.priceRules}>
          <LiveSeats
            flow={flow}
            slug={slug}
            event={event}
            rules={detail?.priceRules ?? laterPriceRules}
          />
        </PricesWith>
      </>
    );
  }
  return <SeatsLoading />;
}
