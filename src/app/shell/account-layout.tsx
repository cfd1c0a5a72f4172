import LogOut from 'lucide-react/icons/log-out';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Ticket from 'lucide-react/icons/ticket';
import User from 'lucide-react/icons/user';
import type { ReactNode } from 'react';
import { useText, Words } from '../../text/translate.ts';
import { NavLink } from '../../ui/navigation/link.tsx';
import { useAccount } from '../flows/account-actions.ts';
import styles from './account-layout.module.css';

interface AccountLayoutProps {
  readonly title: string;
  readonly lang?: string | undefined;
  readonly children: ReactNode;
}

/** A page of the account with its side menu; below 1024 px the bottom bar and the header menu do its work (§2.25). */
export function AccountLayout({ title, lang, children }: AccountLayoutProps) {
  const t = useText();
  const { account, signOut } = useAccount();
  return (
    <div className={`page ${styles.page}`}>
      <aside className={styles.side} data-print="hide">
        <div className={styles.person}>
          <strong>{account.user?.name}</strong>
          <span>{account.user?.email}</span>
        </div>
        <nav aria-label={t('tickets.sideMenu')} className={styles.menu}>
          <NavLink to="/my-tickets">
            <Ticket aria-hidden="true" />
            <Words of="header.ticket" />
          </NavLink>
          <NavLink to="/transaction-history">
            <ReceiptText aria-hidden="true" />
            <Words of="menu.history" />
          </NavLink>
          <NavLink to="/profile">
            <User aria-hidden="true" />
            <Words of="header.profile" />
          </NavLink>
          <button type="button" onClick={signOut}>
            <LogOut aria-hidden="true" />
            <Words of="header.logOut" />
          </button>
        </nav>
      </aside>
      <div className={styles.content}>
        <h1 lang={lang}>{title}</h1>
        {children}
      </div>
    </div>
  );
}
