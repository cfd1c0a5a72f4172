import Sparkles from 'lucide-react/icons/sparkles';
import { type FormEvent, useId, useState } from 'react';
import { type SeatCategory, seatsLeft } from '../../../contract/seatmap.ts';
import type { SeatSearch } from '../../../machines/seat-draft/seat-draft.types.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { rupiah } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { Stepper } from '../../ui/form/stepper.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { SeatWish } from '../categories/seat-wish.ts';
import styles from './best-seats.module.css';

/** State of the search for the best seats. */
export interface BestSearch {
  readonly isFinding: boolean;
  /** The search without a result; null after a result, or before any search. */
  readonly nothing: SeatSearch | null;
  /** The flow decides. */
  readonly canFind: (search: SeatSearch) => boolean;
  readonly onFind: (search: SeatSearch) => void;
  /** The earlier choice by category: preselects the first (§2.241). */
  readonly wishes: readonly SeatWish[];
}

interface BestSeatsProps extends BestSearch {
  readonly categories: readonly SeatCategory[];
  /** The most tickets of one order. */
  readonly max: number;
}

/** 'Kursi terbaik': selects adjacent seats of one category, or of the cheapest that has them, with one press. */
export function BestSeats(props: BestSeatsProps) {
  const { categories, isFinding, nothing, canFind, onFind, wishes } = props;
  const t = useText();
  const headingId = useId();
  const isWide = useMedia(media.wide);
  const known = wishes.flatMap((wish) => {
    const of = categories.find(({ id }) => id === wish.categoryId);
    return of === undefined ? [] : [{ ...wish, name: of.name, left: seatsLeft(of) }];
  });
  const first = known.find(({ left }) => left > 0);
  const [count, setCount] = useState(first === undefined ? 1 : Math.min(first.count, first.left));
  const [category, setCategory] = useState(first?.categoryId ?? '');
  const search: SeatSearch = { count, categoryId: category === '' ? null : category };
  const isReady = canFind(search);
  const nameOf = (id: string | null) => categories.find((each) => each.id === id)?.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onFind(search);
  };
  const nothingWords =
    nothing === null
      ? ''
      : t(nothing.categoryId === null ? 'seats.bestNone' : 'seats.bestNoneIn', {
          n: nothing.count,
          category: nameOf(nothing.categoryId) ?? '',
        });

  return (
    <form className={styles.best} aria-labelledby={headingId} onSubmit={submit} noValidate>
      <h2 id={headingId} className={styles.title}>
        <Sparkles aria-hidden="true" />
        {t('seats.best')}
      </h2>
      {known.length > 0 && (
        <p className={styles.wish}>
          {t('seats.wish', {
            wish: known
              .map(({ count: wanted, name, left }) =>
                left >= wanted
                  ? `${wanted} × ${name}`
                  : t('seats.wishLess', { n: wanted, category: name, left }),
              )
              .join(', '),
          })}
        </p>
      )}
      <SelectField
        className={styles.category}
        label={<VisuallyHidden>{t('seats.bestCategory')}</VisuallyHidden>}
        value={category}
        placeholder={t('seats.bestCheapest')}
        options={categories.map((each) => ({
          value: each.id,
          // A closed list has no room for the price on a phone; the chips above the map have it.
          label: isWide ? `${each.name}, ${rupiah(each.price)}` : each.name,
          disabled: seatsLeft(each) === 0,
        }))}
        onChange={(event) => setCategory(event.target.value)}
      />
      <div className={styles.count}>
        <Stepper
          label={t('seats.bestCount')}
          fewer={t('seats.bestFewer')}
          more={t('seats.bestMore')}
          count={count}
          canRemove={count > 1}
          canAdd={count < props.max}
          onCount={setCount}
        />
      </div>
      <Button type="submit" variant="secondary" busy={isFinding} aria-disabled={!isReady}>
        {t('seats.bestFind')}
      </Button>
      <p role="status" className={styles.nothing}>
        {nothingWords}
      </p>
    </form>
  );
}
