import type { ReactNode } from 'react';
import type { Draw } from '../../../contract/draw/calls.ts';
import { pathTo } from '../../../contract/pages.ts';
import { longMoment, parseInstant, zoneOf } from '../../text/format.ts';
import { useLocale, useText } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './draw.module.css';
import { ProveCard } from './prove-card.tsx';
import type { CheckPlace } from './proved.ts';
import { WholeDraw } from './whole-draw.tsx';

interface DrawViewProps {
  readonly slug: string;
  /** Null while they are read. */
  readonly draws: readonly Draw[] | null;
  readonly hasFailed: boolean;
  /** The public name of the buyer who looks; null for a stranger. */
  readonly ownName: string | null;
  readonly onCheck: CheckPlace;
  readonly onRetry: () => void;
}

/** The page of the draws of an event. */
export function DrawView(props: DrawViewProps): ReactNode {
  const { slug, draws, hasFailed, ownName, onCheck, onRetry } = props;
  const t = useText();
  const back = (
    <ButtonLink to={pathTo('event', { slug })} variant="secondary">
      {t('undian.back')}
    </ButtonLink>
  );
  if (draws !== null && draws.length === 0) {
    return (
      <div className={`page ${styles.page}`}>
        <EmptyState level={1} title={t('undian.none')} text={t('undian.noneText')} action={back} />
      </div>
    );
  }
  return (
    <div className={`page ${styles.page}`}>
      <h1>{t('undian.title')}</h1>
      <p>{t('undian.intro')}</p>
      {draws === null &&
        (hasFailed ? (
          <RetryAlert onRetry={onRetry}>{t('undian.failed')}</RetryAlert>
        ) : (
          <Loading text={t('undian.loading')}>
            <Skeleton />
            <Skeleton />
            <Skeleton width="l" />
          </Loading>
        ))}
      {draws?.map((draw) => (
        <section key={draw.kind} className={styles.draw}>
          <h2>{t(draw.kind === 'presale' ? 'undian.presale' : 'undian.sale')}</h2>
          <Steps draw={draw} />
          {draw.state === 'empty' && <Alert tone="info">{t('undian.empty')}</Alert>}
          {draw.state === 'drawn' && (
            <>
              <ProveCard draw={draw} ownName={ownName} onCheck={onCheck} />
              <WholeDraw slug={slug} draw={draw} />
            </>
          )}
        </section>
      ))}
      {draws !== null && back}
    </div>
  );
}

/** What is published, step by step. */
function Steps({ draw }: { readonly draw: Draw }) {
  const t = useText();
  const [locale] = useLocale();
  const when = (moment: string) => {
    const instant = parseInstant(moment);
    return instant === null ? moment : longMoment(instant, locale, zoneOf(moment));
  };
  const { beacon, closed_at: closedAt, drawn_at: drawnAt, entrants } = draw;
  return (
    <ol className={styles.steps}>
      <Card as="li" className={styles.step}>
        <h3>{t('undian.opened', { when: when(draw.opened_at) })}</h3>
        <p>{t('undian.openedText')}</p>
        <Fingerprint label={t('undian.commitment')} value={draw.commitment} />
        {beacon !== null && (
          <>
            <p>{t('undian.beaconText', { when: when(beacon.at) })}</p>
            <Fingerprint label={t('undian.beacon')} value={String(beacon.round)} />
          </>
        )}
      </Card>
      <Card as="li" className={styles.step}>
        <h3>
          {closedAt === null
            ? t('undian.closing', { when: when(draw.draws_at) })
            : t('undian.closed', { when: when(closedAt) })}
        </h3>
        {draw.root !== null && entrants !== null && (
          <>
            <p>{t('undian.closedText', { n: entrants })}</p>
            <Fingerprint label={t('undian.root')} value={draw.root} />
          </>
        )}
      </Card>
      {closedAt !== null && (
        <Card as="li" className={styles.step}>
          <h3>
            {drawnAt === null ? t('undian.drawing') : t('undian.drawn', { when: when(drawnAt) })}
          </h3>
          {draw.secret !== null && (
            <>
              <p>{t('undian.drawnText')}</p>
              <Fingerprint label={t('undian.secret')} value={draw.secret} />
            </>
          )}
          {typeof beacon?.signature === 'string' && (
            <Fingerprint label={t('undian.signature')} value={beacon.signature} />
          )}
        </Card>
      )}
    </ol>
  );
}

function Fingerprint({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <dl className={styles.fingerprint}>
      <dt>{label}</dt>
      <dd translate="no">{value}</dd>
    </dl>
  );
}
