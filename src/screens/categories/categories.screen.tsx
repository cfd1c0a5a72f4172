import { useSlug } from '../../app/actor-context.tsx';
import { useAccount } from '../../app/flows/account-actions.ts';
import { PurchaseSaleNote } from '../../app/flows/sale-note.tsx';
import { placeLine } from '../../app/place-line.ts';
import { useShow } from '../../app/reads/queries.ts';
import { useCategories } from '../../app/reads/use-categories.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { CategoriesView } from './categories.view.tsx';
import { useSeatWish } from './seat-wish.ts';

/** The older category page (§2.240). */
export default function CategoriesScreen() {
  const slug = useSlug();
  const { account } = useAccount();
  const event = useShow(slug).data;
  const { initial, onChoose } = useSeatWish(slug);
  const { data, isError, refetch } = useCategories(slug);
  return (
    <>
      <PurchaseSaleNote slug={slug} isBegun={false} isRefused={isError} />
      <CategoriesView
        event={
          event === undefined
            ? null
            : {
                name: event.name,
                venue: placeLine(event.venue.name, event.venue.city),
                datetime: event.eventDate,
              }
        }
        categories={data?.categories ?? null}
        max={data?.max}
        to={pathOf(
          account.status === 'signedOut'
            ? { name: 'login', returnTo: { name: 'seats', slug } }
            : { name: 'seats', slug },
        )}
        rules={event?.priceRules}
        hasFailed={isError}
        initial={initial}
        onChoose={(quantities) => onChoose(quantities, data?.categories ?? [])}
        onRetry={() => void refetch()}
      />
    </>
  );
}
