import { Outlet } from 'react-router-dom';
import { useAccount } from './account-actions.ts';
import { BottomBar } from './bottom-bar.tsx';
import { FarewellGate } from './farewell-gate.tsx';
import styles from './layout.module.css';
import { PageMain } from './page-main.tsx';
import { SessionBubbleGate } from './session-bubble-gate.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';

/** The frame of every page outside the purchase (§2). */
export function PublicLayout() {
  const { account, signOut, openLogin } = useAccount();
  return (
    <div className={styles.layout}>
      <SkipLink />
      <SiteHeader account={account} onSignOut={signOut} onLogin={openLogin} />
      <PageMain className={styles.main ?? ''}>
        <FarewellGate />
        <Outlet />
      </PageMain>
      <SiteFooter />
      <SessionBubbleGate />
      <BottomBar />
    </div>
  );
}
