import type { EventDetail } from '../../../contract/catalogue.ts';
import { coming, type SaleNow } from '../../app/reads/use-sale.ts';
import { parseInstant, zoneOf } from '../../text/format.ts';
import { type TextKey, type Translate, useText } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { fetchCode } from '../../ui/feedback/fetched.ts';

/** Saves the opening of the sale as a calendar entry. */
async function remind({ slug, name }: EventDetail, at: string, startsAt: number, t: Translate) {
  const { saveCalendar } = await fetchCode(() => import('../payment/save-calendar.ts'));
  const { origin, hostname } = window.location;
  const url = `${origin}/event/${slug}`;
  const title = t('event.reminderTitle', { name });
  const uid = `sale-${slug}@${hostname}`;
  const entry = { uid, title, place: url, notes: title, url, startsAt, zone: zoneOf(at) };
  saveCalendar(entry, `sale-${slug}`);
}

/** Id of the waiting list, to which its button leads. */
export const waitingListId = 'waiting-list';

interface NextStepProps {
  readonly event: EventDetail;
  readonly sale: SaleNow;
  /** True for an event that is never sold. */
  readonly isSample: boolean;
  readonly canBuy: boolean;
  readonly isOtherOnSale: boolean;
  readonly busy: boolean;
  readonly block?: boolean;
  /** Id of what says why the event is off sale. */
  readonly describedBy?: string | undefined;
  readonly onBuy: () => void;
  readonly onReadAgain: () => void;
}

/** The button of an event, always its next step (§2.143): buy, be reminded, wait, look again, or find another event. */
export function NextStep(props: NextStepProps) {
  const { event, sale, isSample, isOtherOnSale, block = false } = props;
  const t = useText();
  const { off, at } = sale;
  const opensAt = parseInstant(at ?? '');
  const described =
    props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy };
  const button = (text: TextKey, onClick: () => void, isBuying = false) => (
    <Button
      size="l"
      block={block}
      lang={t.lang(text)}
      disabled={isBuying && !props.canBuy}
      busy={isBuying && props.busy}
      onClick={onClick}
      {...described}
    >
      {t(text)}
    </Button>
  );
  if (!isSample) {
    if (sale.isWaitingRoom) return button('event.enterRoom', props.onBuy, true);
    if (off === null || isOtherOnSale) return button('event.buyNow', props.onBuy, true);
    if (coming.has(off) && at !== null && opensAt !== null) {
      return button('event.remindMe', () => void remind(event, at, opensAt, t));
    }
    if (off === 'soldOut') {
      return button('event.enterList', () => document.getElementById(waitingListId)?.focus());
    }
    if (coming.has(off) || off === 'paused') return button('event.lookAgain', props.onReadAgain);
  }
  return (
    <ButtonLink to="/search" size="l" block={block} {...described}>
      {t('event.others')}
    </ButtonLink>
  );
}
