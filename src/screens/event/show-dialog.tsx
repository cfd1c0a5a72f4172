import { Suspense, useState } from 'react';
import type { Show } from '../../../contract/catalogue.ts';
import { Price } from '../../app/flows/price.tsx';
import { SaleBadge, SaleNote } from '../../app/flows/sale-note.tsx';
import { offSale, type SaleNow, saleWhenRead } from '../../app/reads/use-sale.ts';
import { useWhen } from '../../app/when.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { fetched } from '../../ui/feedback/fetched.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { StockBadge } from './prices/stock-badge.tsx';
import { ShowDates } from './show-dates.tsx';
import styles from './show-dialog.module.css';

const PresaleField = fetched(() => import('./presale-field.tsx'));

interface ShowDialogProps {
  readonly shows: readonly Show[];
  /** Slug of the show whose page this is; null on the page of the event or series. */
  readonly asked?: string | null;
  /** False once the event stops selling while the dialog is open. */
  readonly sale: SaleNow;
  readonly open: boolean;
  /** The join call is running. */
  readonly busy: boolean;
  /** The code is empty outside of a presale, and for a buyer on the list. */
  readonly onConfirm: (presaleCode: string, show: Show) => void;
  readonly onClose: () => void;
}

/** True while the show sells, to everybody or in a presale. */
export function isSellable({ availability, sale }: Show): boolean {
  return availability !== 'sold_out' && offSale(sale) === null;
}

function ShowOption(props: {
  readonly show: Show;
  /** The date stands in the strip above: the time tells the shows apart. */
  readonly isUnderDate: boolean;
  readonly chosen: boolean;
  readonly locked: boolean;
  readonly onChoose: () => void;
}) {
  const { show, isUnderDate, chosen, locked, onChoose } = props;
  const t = useText();
  const when = useWhen();
  const start = when(show.starts_at);
  const name = show.name ?? show.show_type;
  const time =
    show.ends_at === show.starts_at
      ? start.time
      : `${start.time.slice(0, 5)}–${when(show.ends_at).time}`;
  const off = show.availability === 'sold_out' ? null : offSale(show.sale);
  return (
    <label className={styles.show}>
      <input
        type="radio"
        name="show"
        value={show.id}
        checked={chosen}
        disabled={locked || !isSellable(show)}
        onChange={onChoose}
        className={styles.radio}
      />
      <span className={styles.words}>
        <span className={styles.type}>{isUnderDate ? time : name}</span>
        {!isUnderDate && <span className={styles.when}>{start.date}</span>}
        <span className={styles.when}>{isUnderDate ? name : time}</span>
      </span>
      <span className={styles.state}>
        {off === null ? <StockBadge availability={show.availability} /> : <SaleBadge off={off} />}
        <Price
          amount={show.is_free ? 0 : show.price}
          zeroText={t('show.free')}
          className={styles.price ?? ''}
        />
        {show.seats_left !== null && show.availability !== 'sold_out' && (
          <span className={styles.left}>{t('show.seatsLeft', { n: show.seats_left })}</span>
        )}
      </span>
    </label>
  );
}

/** The date that the buyer opened, and the show chosen there, if any. */
interface Press {
  readonly date: string;
  readonly id: string | null;
}

/** 'Choose Your Show' (§2.150): each show has its own seats, prices and queue (§2.151). */
export function ShowDialog(props: ShowDialogProps) {
  const { shows, asked = null, sale: pageSale, open, busy, onConfirm, onClose } = props;
  const t = useText();
  const [code, setCode] = useState('');
  const when = useWhen();
  const [pressed, setPressed] = useState<Press | null>(null);
  // The show of the page, or the only one that sells, is selected from the start.
  const sellable =
    shows.length === 1
      ? shows.filter(({ availability }) => availability !== 'sold_out')
      : shows.filter(isSellable);
  const only = sellable.length === 1 ? sellable[0] : undefined;
  const first = sellable.find(({ slug }) => asked !== null && slug === asked) ?? only;
  const dateOf = (show: Show) => when(show.starts_at).date;
  const dates = [...new Set(shows.map(dateOf))];
  const held = pressed !== null && dates.includes(pressed.date) ? pressed : null;
  const shown = first ?? sellable[0] ?? shows[0];
  const opened = held?.date ?? (shown === undefined ? '' : dateOf(shown));
  const chosen = sellable.find(({ id }) => id === (held === null ? first?.id : held.id));
  const openDate = (date: string) => {
    const ofDate = sellable.filter((show) => dateOf(show) === date);
    setPressed({ date, id: ofDate.length === 1 ? (ofDate[0]?.id ?? null) : null });
  };
  const sale =
    shows.length === 1 ? pageSale : chosen === undefined ? null : saleWhenRead(chosen.sale);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('show.title')}
      titleLang={t.lang('show.title')}
      dismissible={!busy}
      actions={
        <>
          <Button
            size="l"
            lang={t.lang('show.continue')}
            disabled={chosen === undefined || sale === null || sale.off !== null}
            busy={busy}
            onClick={() =>
              chosen !== undefined && onConfirm(sale?.isPresale ? code.trim() : '', chosen)
            }
          >
            {t('show.continue')}
          </Button>
          <Button size="l" variant="ghost" disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        {dates.length > 1 && (
          <ShowDates
            dates={dates}
            selling={sellable.map(dateOf)}
            opened={opened}
            locked={busy}
            onOpen={openDate}
          />
        )}
        <fieldset className="stack gap-3">
          <legend className={styles.legend}>{t('show.legend')}</legend>
          {shows
            .filter((show) => dateOf(show) === opened)
            .map((show) => (
              <ShowOption
                key={show.id}
                show={show}
                isUnderDate={dates.length > 1}
                chosen={show === chosen}
                locked={busy}
                onChoose={() => setPressed({ date: opened, id: show.id })}
              />
            ))}
        </fieldset>
        {sale?.isPresale && (
          <Suspense fallback={<Skeleton />}>
            <PresaleField code={code} disabled={busy} onChange={setCode} />
          </Suspense>
        )}
        {sale !== null && <SaleNote sale={sale} />}
      </div>
    </Dialog>
  );
}
