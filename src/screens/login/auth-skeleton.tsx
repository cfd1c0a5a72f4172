import { useText } from '../../text/translate.ts';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';

/** Shown while the account is being read. */
export function AuthSkeleton() {
  const t = useText();
  return (
    <Loading text={t('page.loading')} hideText className="stack">
      <Skeleton shape="block" />
      <Skeleton shape="block" />
      <Skeleton shape="title" />
      <Skeleton shape="title" />
    </Loading>
  );
}
