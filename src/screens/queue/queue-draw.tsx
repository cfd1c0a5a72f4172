import { useMemo } from 'react';
import { pathTo } from '../../../contract/pages.ts';
import { serverNow } from '../../effects/http/server-time.ts';
import { longMoment, parseInstant, zoneOf } from '../../text/format.ts';
import { useLocale, useText } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import styles from './queue.module.css';
import { isLong } from './queue-line.tsx';
import type { QueueViewProps } from './queue-view-props.ts';

const dayMs = 24 * 3_600_000;

/** When the draw takes place: the date, and a countdown during the last day. */
function DrawMoment({ opensAt }: { readonly opensAt: string }) {
  const t = useText();
  const [locale] = useLocale();
  const instant = parseInstant(opensAt);
  const deadline = useMemo(
    () => (instant === null ? null : performance.now() + instant - serverNow()),
    [instant],
  );
  if (instant === null || deadline === null) return null;
  const left = deadline - performance.now();
  return (
    <div className={styles.remaining}>
      <span>{t('draw.at', { when: longMoment(instant, locale, zoneOf(opensAt)) })}</span>
      {left > 0 && left <= dayMs && (
        <Countdown
          deadline={deadline}
          format="hh:mm:ss"
          label={t('draw.countdown')}
          className={styles.clock ?? ''}
        />
      )}
    </div>
  );
}

/** The waiting room before the draw: how many are there, when it takes place, what it is, and the buyer's public name. */
export function Gathering(props: Pick<QueueViewProps, 'entrant' | 'behindDraw' | 'draw'>) {
  const t = useText();
  const [locale] = useLocale();
  const { entrant, behindDraw, draw } = props;
  return (
    <>
      {draw.isDrawing ? (
        <p className={styles.estimate} role="status">
          {t('draw.drawing')}
        </p>
      ) : (
        draw.opensAt !== null && <DrawMoment opensAt={draw.opensAt} />
      )}
      {draw.entrants !== null && (
        <p className={styles.estimate}>
          {t('draw.entrants', { n: draw.entrants.toLocaleString(locale) })}
        </p>
      )}
      {entrant !== null && !behindDraw && (
        <p className={styles.entrant}>
          <span>{t('draw.name')}</span>
          <strong translate="no">{entrant}</strong>
        </p>
      )}
      <p className={styles.explained}>{t(behindDraw ? 'draw.behind' : 'draw.explained')}</p>
    </>
  );
}

/** The number that the draw gave. Its proof opens beside this page, which keeps the place. */
export function Drawn(
  props: Pick<QueueViewProps, 'slug' | 'number' | 'draw' | 'entrant' | 'onProceed'>,
) {
  const t = useText();
  const [locale] = useLocale();
  const { slug, number, draw, entrant, onProceed } = props;
  if (number === null) return null;
  return (
    <>
      <div className={styles.line} role="status">
        <p className={styles.positionLabel}>{t('draw.number')}</p>
        <p className={styles.position} data-long={isLong(number)}>
          {number.toLocaleString(locale)}
        </p>
        {draw.issued !== null && (
          <p className={styles.estimate}>
            {t('draw.of', { n: draw.issued.toLocaleString(locale) })}
          </p>
        )}
      </div>
      {entrant !== null && (
        <p className={styles.entrant}>
          <span>{t('draw.name')}</span>
          <strong translate="no">{entrant}</strong>
        </p>
      )}
      <Button size="l" block onClick={onProceed}>
        {t('draw.proceed')}
      </Button>
      <ButtonLink href={pathTo('draw', { slug })} variant="secondary" block>
        {t('draw.proof')}
      </ButtonLink>
    </>
  );
}

/** The number beside the place of a buyer who was drawn. */
export function DrawnNumber(props: Pick<QueueViewProps, 'slug' | 'number' | 'entrant'>) {
  const t = useText();
  const [locale] = useLocale();
  const { slug, number, entrant } = props;
  if (entrant === null || number === null) return null;
  return (
    <div className={styles.drawn}>
      <p>{t('draw.yours', { n: number.toLocaleString(locale) })}</p>
      <ButtonLink href={pathTo('draw', { slug })} variant="ghost" size="s">
        {t('draw.proof')}
      </ButtonLink>
    </div>
  );
}
