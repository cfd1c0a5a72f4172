import type { CSSProperties } from 'react';
import { Price, PricesWith } from '../../app/flows/price.tsx';
import { useShow } from '../../app/reads/queries.ts';
import { useCategories } from '../../app/reads/use-categories.ts';
import { safeColour } from '../../seat-map/seat-look.ts';
import { useText } from '../../text/translate.ts';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Enlargeable } from '../event/enlargeable.tsx';
import styles from './queue-study.module.css';

interface QueueStudyProps {
  readonly slug: string;
  readonly eventName: string | null;
  /** Address of the picture of the seat map; null without one. */
  readonly map: string | null;
}

/** Prices and seat map, to choose by before the turn comes. */
export function QueueStudy({ slug, eventName, map }: QueueStudyProps) {
  const t = useText();
  const event = useShow(slug).data;
  const { data, isError, refetch } = useCategories(slug);
  return (
    <div className={styles.study}>
      {map !== null && (
        <Enlargeable
          src={map}
          id={`${slug}-map`}
          width={960}
          height={720}
          label={t('queue.enlargeMap')}
          title={t('queue.map')}
          alt={`${t('queue.map')} ${eventName ?? ''}`}
          detailed
          className={styles.map}
          imageClassName={styles.mapImage}
        />
      )}
      {isError ? (
        <RetryAlert onRetry={() => void refetch()}>{t('queue.pricesFailed')}</RetryAlert>
      ) : data === undefined ? (
        <Loading text={t('queue.pricesLoading')} hideText>
          <Skeleton shape="line" />
          <Skeleton shape="line" />
        </Loading>
      ) : (
        <PricesWith rules={event?.priceRules}>
          <ul className={styles.prices}>
            {data.categories.map(({ id, name, color, price }) => (
              <li
                key={id}
                className={styles.price}
                style={{ '--seat': safeColour(color) } as CSSProperties}
              >
                <span className={styles.name}>{name}</span>
                <Price amount={price} zeroText={t('summary.free')} />
              </li>
            ))}
          </ul>
        </PricesWith>
      )}
    </div>
  );
}
