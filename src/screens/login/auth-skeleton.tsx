import { useText } from '../../text/translate.ts';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './auth.module.css';

/** Shown while the account is being read. */
export function AuthSkeleton() {
  const t = useText();
  return (
    <Loading text={t('page.loading')} hideText className={styles.form ?? ''}>
      <Skeleton shape="block" />
      <Skeleton shape="block" />
      <Skeleton shape="title" />
      <Skeleton shape="title" />
    </Loading>
  );
}
