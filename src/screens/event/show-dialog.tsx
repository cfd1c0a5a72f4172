import { useState } from 'react';
import type { Show } from '../../../contract/catalogue.ts';
import { presaleCodeMaxLength } from '../../../contract/limits.ts';
import { SaleNote } from '../../app/flows/sale-note.tsx';
import type { SaleNow } from '../../app/reads/use-sale.ts';
import { useWhen } from '../../app/when.ts';
import { type TextKey, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, type BadgeTone } from '../../ui/feedback/badge.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Money } from '../../ui/money.tsx';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import styles from './show-dialog.module.css';

interface ShowDialogProps {
  readonly shows: readonly Show[];
  /** False once the event stops selling while the dialog is open. */
  readonly sale: SaleNow;
  readonly open: boolean;
  /** The join call is running. */
  readonly busy: boolean;
  /** The code is empty outside of a presale, and for a buyer on the list. */
  readonly onConfirm: (presaleCode: string) => void;
  readonly onClose: () => void;
}

const badges: Readonly<Record<Show['availability'], { tone: BadgeTone; text: TextKey }>> = {
  available: { tone: 'success', text: 'show.available' },
  limited: { tone: 'warning', text: 'show.limited' },
  sold_out: { tone: 'danger', text: 'show.sold_out' },
  unknown: { tone: 'neutral', text: 'show.unknown' },
};

function ShowOption(props: {
  readonly show: Show;
  readonly chosen: boolean;
  readonly locked: boolean;
  readonly onChoose: () => void;
}) {
  const { show, chosen, locked, onChoose } = props;
  const t = useText();
  const when = useWhen();
  const start = when(show.starts_at);
  const badge = badges[show.availability];
  return (
    <label className={styles.show}>
      <input
        type="radio"
        name="show"
        value={show.id}
        checked={chosen}
        disabled={locked || show.availability === 'sold_out'}
        onChange={onChoose}
        className={styles.radio}
      />
      <span className={styles.words}>
        <span className={styles.type}>{show.show_type}</span>
        <span className={styles.when}>{start.date}</span>
        <span className={styles.when}>
          {show.ends_at === show.starts_at
            ? start.time
            : `${start.time.slice(0, 5)}–${when(show.ends_at).time}`}
        </span>
      </span>
      <span className={styles.state}>
        <Badge tone={badge.tone}>
          <Words of={badge.text} />
        </Badge>
        <Money
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

/** 'Choose Your Show' (§2). The choice is not sent: an event has one queue (ruling 1.2-P). */
export function ShowDialog(props: ShowDialogProps) {
  const { shows, sale, open, busy, onConfirm, onClose } = props;
  const t = useText();
  const [code, setCode] = useState('');
  const [pressed, setChosen] = useState<string | null>(null);
  // A single show is selected from the start.
  const only = shows.length === 1 && shows[0]?.availability !== 'sold_out' ? shows[0] : undefined;
  const chosen = pressed ?? only?.id ?? null;
  const isChosen = shows.some(({ id }) => id === chosen);
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
            disabled={!isChosen || sale.off !== null}
            busy={busy}
            onClick={() => onConfirm(sale.isPresale ? code.trim() : '')}
          >
            {t('show.continue')}
          </Button>
          <Button size="l" variant="ghost" disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <SaleNote sale={sale} />
      {sale.isPresale && (
        <TextField
          label={t('show.presaleCode')}
          help={t('show.presaleHint')}
          name="presale-code"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={presaleCodeMaxLength}
          value={code}
          disabled={busy}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <fieldset className="stack gap-3">
        <legend className={styles.legend}>{t('show.legend')}</legend>
        {shows.map((show) => (
          <ShowOption
            key={show.id}
            show={show}
            chosen={show.id === chosen}
            locked={busy}
            onChoose={() => setChosen(show.id)}
          />
        ))}
      </fieldset>
    </Dialog>
  );
}
