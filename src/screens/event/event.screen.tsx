import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import type { EventDetail, Show } from '../../../contract/catalogue.ts';
import { presaleCodeKey } from '../../../contract/stored/presale-code.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRoot, useRootSelector } from '../../app/actor-context.tsx';
import { PricesWith } from '../../app/flows/price.tsx';
import { queryKeys, refusedStatus, useEvent } from '../../app/reads/queries.ts';
import { useBrowserStore } from '../../app/reads/store-context.ts';
import { useSale } from '../../app/reads/use-sale.ts';
import { PageTitle } from '../../app/routing/page-title.tsx';
import { type Translate, useLocale, useText } from '../../text/translate.ts';
import { EventView } from './event.view.tsx';
import { eventDescription } from './event-description.ts';
import { EventProblem, EventSkeleton } from './event-states.tsx';
import { useKnownPoster } from './known-poster.ts';
import { isSellable, ShowDialog } from './show-dialog.tsx';
import { WaitingGate } from './waiting-gate.tsx';
import type { WaitingOffer } from './waiting-list/waiting-props.ts';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const selectCanBuy = (snapshot: RootSnapshot) =>
  snapshot.can({ type: 'purchase.request', slug: '' });
const selectJoining = (snapshot: RootSnapshot) =>
  snapshot.matches({ place: 'joining' }) ||
  snapshot.matches({ place: 'waitingToJoin' }) ||
  snapshot.matches({ place: 'checkingAfterJoin' });
const selectAwaitsBuyer = (snapshot: RootSnapshot) => snapshot.matches({ place: 'awaitingBuyer' });
const selectChoosing = (snapshot: RootSnapshot) =>
  snapshot.matches({ place: 'choosingShow' }) || selectJoining(snapshot);

/** The shows on offer: the event's own, or the event itself as the only one (§2.150). */
export function showsOf(event: EventDetail, t: Translate): readonly Show[] {
  if (event.shows !== undefined && event.shows.length > 0) return event.shows;
  return [
    {
      id: event.id,
      show_type: event.eventType || t('event.defaultType'),
      starts_at: event.eventDate,
      ends_at: event.eventDate,
      price: event.lowestPrice,
      availability: 'available',
      seats_left: null,
      is_free: event.lowestPrice === 0,
    },
  ];
}

/** /event/{slug} (§2.130). */
export default function EventScreen() {
  const { slug = '' } = useParams();
  const t = useText();
  const [locale] = useLocale();
  const root = useRoot();
  const store = useBrowserStore();
  const reads = useQueryClient();
  const { data, dataUpdatedAt, isError, isFetching, error, refetch } = useEvent(slug);
  const readAgain = useCallback(() => void refetch(), [refetch]);
  const canBuy = useRootSelector(selectCanBuy);
  const joining = useRootSelector(selectJoining);
  const choosing = useRootSelector(selectChoosing);
  const awaitsBuyer = useRootSelector(selectAwaitsBuyer);
  const poster = useKnownPoster(slug);
  const [offer, setOffer] = useState<WaitingOffer | null>(null);
  const own = useMemo(() => (data === undefined ? [] : showsOf(data, t)), [data, t]);
  const [pickedId, setPickedId] = useState<string | null>(null);
  const picked = own.find(({ id }) => id === pickedId) ?? null;
  const wanted = picked?.slug ?? slug;
  const sale = useSale((picked ?? data)?.sale, dataUpdatedAt, readAgain);

  useEffect(() => {
    // The bubble and the focus keep clear of the price bar over the bottom bar.
    document.documentElement.dataset.bottomBar = 'tall';
    return () => {
      delete document.documentElement.dataset.bottomBar;
    };
  }, []);

  if (data === undefined) {
    const isMissing = refusedStatus(error) === 404;
    const title = t(isMissing ? 'event.notFound' : 'title.event');
    return (
      <>
        <PageTitle>{title}</PageTitle>
        {isMissing && <meta name="robots" content="noindex" />}
        {slug !== '' && !isError ? (
          <EventSkeleton poster={poster} />
        ) : (
          <EventProblem
            problem={slug === '' ? 'unnamed' : isMissing ? 'missing' : 'unread'}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </>
    );
  }
  const shows = offer?.shows ?? own;
  const request = (show: string) =>
    root.send({ type: 'purchase.request', slug: show, hasShows: shows.length > 1 });
  const asked = data.series === undefined || data.series.slug === slug ? null : slug;
  return (
    <>
      <PageTitle>{data.name}</PageTitle>
      <meta name="description" content={eventDescription(data, locale)} />
      <EventView
        key={data.series?.slug ?? data.id}
        event={data}
        shows={own}
        picked={picked}
        sale={sale}
        // Kept alive under the dialog, so that the focus can return to the button.
        canBuy={canBuy || choosing || awaitsBuyer}
        isOtherOnSale={
          offer !== null || (picked === null && shows.length > 1 && shows.some(isSellable))
        }
        busy={joining || awaitsBuyer}
        onBuy={() => request(wanted)}
        onPick={({ id }) => setPickedId(id)}
        onReadAgain={readAgain}
        waiting={
          <WaitingGate
            shows={own}
            slug={wanted}
            isSoldOut={sale.off === 'soldOut'}
            onOffer={setOffer}
            onBuy={request}
            onReopened={readAgain}
          />
        }
      />
      <PricesWith rules={data.priceRules}>
        <ShowDialog
          // A chosen show may change the address, but not the dialog.
          shows={shows}
          asked={offer?.slug ?? picked?.slug ?? asked}
          sale={offer === null ? sale : { ...sale, off: null }}
          open={choosing}
          busy={joining}
          onConfirm={(code, show) => {
            const chosen = show.slug ?? slug;
            if (code === '') store.remove(presaleCodeKey, chosen);
            else store.write(presaleCodeKey, code, chosen);
            // The page of the chosen show is the same but for these: it stays while the queue is joined.
            if (chosen !== slug) {
              const page = { ...data, id: show.id, slug: chosen, eventDate: show.starts_at };
              reads.setQueryData(
                queryKeys.event(chosen),
                show.sale === undefined ? page : { ...page, sale: show.sale },
              );
            }
            root.send({ type: 'show.confirm', slug: chosen });
          }}
          onClose={() => root.send({ type: 'show.close' })}
        />
      </PricesWith>
    </>
  );
}
