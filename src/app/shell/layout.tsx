import { Outlet } from 'react-router-dom';
import { useAccount } from '../flows/account-actions.ts';
import { FarewellGate } from '../flows/farewell-gate.tsx';
import { SessionBubbleGate } from '../flows/session-bubble-gate.tsx';
import { SiteHeader } from '../header/site-header.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectingNote } from './connecting-note.tsx';
import styles from './layout.module.css';
import { PageMain } from './page-main.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SkipLink } from './skip-link.tsx';

/** Reads the account by itself, so that the page below does not render again with it. */
function AccountHeader() {
  const { account, signOut, openLogin } = useAccount();
  return <SiteHeader account={account} onSignOut={signOut} onLogin={openLogin} />;
}

/** The frame of every page outside the purchase (§2). */
export function PublicLayout() {
  return (
    <div className={styles.layout}>
      <SkipLink />
      <AccountHeader />
      <PageMain className={styles.main ?? ''}>
        <FarewellGate className={styles.told ?? ''} />
        <ConnectingNote />
        <Outlet />
      </PageMain>
      <SiteFooter />
      <SessionBubbleGate />
      <BottomBar />
    </div>
  );
}
