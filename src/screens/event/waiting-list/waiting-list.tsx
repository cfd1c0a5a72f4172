import { useEffect, useMemo, useRef, useState } from 'react';
import type { Show } from '../../../../contract/catalogue.ts';
import { useAccount } from '../../../app/flows/account-actions.ts';
import { useText } from '../../../text/translate.ts';
import { SelectField } from '../../../ui/form/field.tsx';
import { useWaitingList } from './use-waiting-list.ts';
import { WaitingListView } from './waiting-list.view.tsx';
import type { WaitingListProps } from './waiting-props.ts';

interface WaitedShow {
  readonly slug: string;
  readonly name: string;
}

/** The sold-out shows; that of the address first, because an e-mail leads to it. */
function soldOutOf({ shows, slug, isSoldOut }: WaitingListProps): readonly WaitedShow[] {
  return shows
    .filter(({ sale }) => (shows.length === 1 ? isSoldOut : sale?.state === 'soldOut'))
    .map((show) => ({ slug: show.slug ?? slug, name: show.name ?? show.show_type }))
    .sort((a, b) => Number(b.slug === slug) - Number(a.slug === slug));
}

/** The shows as a buyer with an offer for one of them may choose them. */
function withOffer(shows: readonly Show[], slug: string, offered: string): readonly Show[] {
  return shows.map((show) => {
    if ((show.slug ?? slug) !== offered) return show;
    const { sale: _, ...rest } = show;
    return { ...rest, availability: 'limited' };
  });
}

/** The waiting lists of the sold-out shows of an event. */
export default function WaitingList(props: WaitingListProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [first, ...others] = soldOutOf(props);
  if (first === undefined) return null;
  const all = [first, ...others];
  const { slug } = all.find((show) => show.slug === chosen) ?? first;
  return <OneList key={slug} {...props} all={all} chosen={slug} onChoose={setChosen} />;
}

interface OneListProps extends WaitingListProps {
  readonly all: readonly WaitedShow[];
  readonly chosen: string;
  readonly onChoose: (slug: string) => void;
}

function OneList(props: OneListProps) {
  const { all, chosen, shows, slug, onChoose, onOffer, onBuy, onReopened } = props;
  const t = useText();
  const { account, openLogin } = useAccount();
  const { entry, failure, ...place } = useWaitingList(chosen);
  const heading = useRef<HTMLHeadingElement>(null);
  const isOffered = entry?.state === 'offered';
  const offer = useMemo(
    () => (isOffered ? { slug: chosen, shows: withOffer(shows, slug, chosen) } : null),
    [isOffered, chosen, shows, slug],
  );
  useEffect(() => onOffer(offer), [offer, onOffer]);
  useEffect(() => () => onOffer(null), [onOffer]);
  const isReopened = failure?.kind === 'refused' && failure.code === 'notSoldOut';
  useEffect(() => {
    if (isReopened) onReopened();
  }, [isReopened, onReopened]);
  const isSignedIn = account.status === 'signedIn';
  // The pressed button is gone afterwards.
  const toHeading = () => heading.current?.focus();
  return (
    <WaitingListView
      entry={account.status === 'checking' ? undefined : entry}
      isSignedIn={isSignedIn}
      deadline={place.deadline}
      busy={place.busy}
      problem={
        failure === null
          ? ''
          : failure.kind === 'refused'
            ? t.said({ code: failure.code ?? null, sentence: failure.message })
            : t('waiting.failed')
      }
      choice={
        all.length > 1 && (
          <SelectField
            label={t('waiting.show')}
            value={chosen}
            options={all.map((show) => ({ value: show.slug, label: show.name }))}
            onChange={({ target }) => onChoose(target.value)}
          />
        )
      }
      headingRef={heading}
      onJoin={(wanted) => {
        if (isSignedIn) place.join(wanted, toHeading);
        else openLogin();
      }}
      onLeave={() => place.leave(toHeading)}
      onBuy={() => onBuy(chosen)}
      onZero={place.readAgain}
    />
  );
}
