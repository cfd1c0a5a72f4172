import type { LucideIcon } from 'lucide-react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import Menu from 'lucide-react/icons/menu';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Search from 'lucide-react/icons/search';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Ticket from 'lucide-react/icons/ticket';
import User from 'lucide-react/icons/user';
import { type MouseEvent, memo } from 'react';
import type { User as Account } from '../../../contract/account.ts';
import { type TextKey, useText, Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Link, NavLink } from '../../ui/navigation/link.tsx';
import { productName } from '../product.ts';
import { DropMenu } from './drop-menu.tsx';
import { HeaderSearch, HeaderSearchButton } from './header-search.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { ProvinceSelect } from './province-select.tsx';
import styles from './site-header.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

/** What the header needs to know of the account. */
export interface HeaderAccount {
  readonly status: 'checking' | 'signedOut' | 'signedIn';
  readonly user: Account | null;
}

interface SiteHeaderProps {
  readonly account: HeaderAccount;
  readonly onSignOut: () => void;
  /** Opens the sign-in modal; returns false when it cannot, and the browser then follows the link. */
  readonly onLogin: () => boolean;
}

/** The label of the menu of an account: the first word of its name (§2.21). */
export function firstName(user: Account | null, otherwise: string): string {
  return user?.name.trim().split(/\s+/)[0] || otherwise;
}

function Person({ user }: { readonly user: Account }) {
  return (
    <div className={styles.person}>
      <strong>{user.name}</strong>
      <span>{user.email}</span>
    </div>
  );
}

const menuLinks = [
  { to: '/search', text: 'menu.browse', Icon: Search },
  { to: '/transaction-history', text: 'menu.history', Icon: ReceiptText },
  { to: '/my-tickets', text: 'menu.tickets', Icon: Ticket },
  { to: '/profile', text: 'menu.profile', Icon: User },
  { to: '/contact-us', text: 'menu.contact', Icon: Mail },
] as const;

interface MobileMenuProps {
  readonly isSignedIn: boolean;
  readonly user: Account | null;
  readonly onSignOut: () => void;
}

/** Renders once for all visitors: until the account is known it counts as signed out. */
const MobileMenu = memo(function MobileMenu({ isSignedIn, user, onSignOut }: MobileMenuProps) {
  const t = useText();
  const entry = (to: string, text: TextKey, Icon: LucideIcon) => (
    <li key={text}>
      <Link to={to} className={styles.entry}>
        <Icon aria-hidden="true" />
        <Words of={text} />
      </Link>
    </li>
  );
  return (
    <DropMenu
      label={t('header.menu')}
      summary={<Menu aria-hidden="true" />}
      className={styles.mobileMenu}
      panelClassName={styles.mobilePanel}
    >
      {user !== null && <Person user={user} />}
      <nav aria-label={t('header.menu')}>
        <ul>
          {menuLinks.map(({ to, text, Icon }) => entry(to, text, Icon))}
          {entry('/transaction-history', 'menu.order', ShoppingBag)}
        </ul>
      </nav>
      <div className={styles.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      {isSignedIn ? (
        <button type="button" className={styles.signOut} onClick={onSignOut}>
          <LogOut aria-hidden="true" />
          <Words of="menu.signOut" />
        </button>
      ) : (
        <ButtonLink to="/login" block>
          <Words of="menu.signIn" />
        </ButtonLink>
      )}
    </DropMenu>
  );
});

function AccountMenu({ account, onSignOut }: Pick<SiteHeaderProps, 'account' | 'onSignOut'>) {
  const t = useText();
  const name = firstName(account.user, t('header.user'));
  return (
    <DropMenu
      label={t('header.accountMenu', { name })}
      summary={
        <>
          <span className={styles.avatar} aria-hidden="true">
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className={styles.name}>{name}</span>
          <ChevronDown className={styles.chevron} aria-hidden="true" />
        </>
      }
      className={styles.account}
    >
      {account.user !== null && <Person user={account.user} />}
      <Link to="/profile" className={styles.entry}>
        <User aria-hidden="true" />
        <Words of="header.profile" />
      </Link>
      <button type="button" className={styles.entry} onClick={onSignOut}>
        <LogOut aria-hidden="true" />
        <Words of="header.logOut" />
      </button>
    </DropMenu>
  );
}

// Elements of their own, which do not render again when the account is known.
const tools = (
  <>
    <HeaderSearch className={styles.searchField} />
    <HeaderSearchButton className={styles.searchButton} />
    <ProvinceSelect />
  </>
);
const languages = <LanguageSwitch />;

/** A floating bar on wide screens, a fixed bar of 60 px below 768 px (§2.20). */
export function SiteHeader({ account, onSignOut, onLogin }: SiteHeaderProps) {
  const t = useText();
  const isSignedIn = account.status === 'signedIn';
  const login = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (plain && onLogin()) event.preventDefault();
  };
  return (
    <header className={styles.header} data-print="hide">
      <div className={styles.bar}>
        <Link
          to="/"
          className={styles.home}
          aria-label={t('header.home', { product: productName })}
        >
          <Logo className={styles.logo} />
        </Link>
        {tools}
        <div className={styles.desktop}>
          {languages}
          {account.status === 'checking' && (
            <span className={styles.checking}>
              <Skeleton shape="title" width="full" />
            </span>
          )}
          {account.status === 'signedOut' && (
            <>
              <ButtonLink to="/register" variant="ghost">
                <Words of="header.signUp" />
              </ButtonLink>
              <ButtonLink to="/login" onClick={login}>
                <Words of="header.login" />
              </ButtonLink>
            </>
          )}
          {isSignedIn && (
            <>
              <nav className={styles.links} aria-label={t('header.navigation')}>
                <NavLink to="/my-tickets">
                  <Words of="header.ticket" />
                </NavLink>
                <NavLink to="/transaction-history">
                  <Words of="header.transaction" />
                </NavLink>
              </nav>
              <AccountMenu account={account} onSignOut={onSignOut} />
            </>
          )}
        </div>
        <MobileMenu
          isSignedIn={isSignedIn}
          user={isSignedIn ? account.user : null}
          onSignOut={onSignOut}
        />
      </div>
    </header>
  );
}
