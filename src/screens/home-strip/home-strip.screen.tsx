import { Suspense, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { useAccountId, usePurchaseHistory } from '../../app/reads/queries.ts';
import { fetched } from '../../ui/feedback/fetched.ts';
import styles from './home-strip.module.css';
import { PartnerBanner } from './partner-banner.tsx';

// Loaded lazily: visitors see the banner instead.
const HistoryStrip = fetched(async () => ({
  default: (await import('./history-strip.tsx')).HistoryStrip,
}));

const selectSignedOut = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  context.auth === 'anonymous' || context.auth === 'unverified';

function OwnHistory() {
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = usePurchaseHistory();
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <HistoryStrip
        status={data !== undefined ? 'ready' : isError ? 'failed' : 'loading'}
        orders={data ?? []}
        page={page}
        onPage={setPage}
        onRetry={() => void refetch()}
      />
    </Suspense>
  );
}

/** Purchases for an account, the banner for visitors, nothing until the account has been read (§2.71). */
export default function HomeStripScreen() {
  const user = useAccountId();
  const isSignedOut = useRootSelector(selectSignedOut);
  if (user !== null) return <OwnHistory key={user} />;
  if (!isSignedOut) return <div className={styles.place} />;
  return <PartnerBanner />;
}
