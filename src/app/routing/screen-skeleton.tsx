import { useText } from '../../text/translate.ts';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PageTitle } from './page-title.tsx';
import styles from './screen-skeleton.module.css';

/** Shown while the code of a page loads. */
export function ScreenSkeleton() {
  const t = useText();
  return (
    <Loading text={t('page.loading')} hideText className={`page ${styles.skeleton}`}>
      <PageTitle />
      <Skeleton shape="title" width="m" />
      <Skeleton shape="block" ratio="banner" />
      <Skeleton width="l" />
      <Skeleton width="m" />
    </Loading>
  );
}
