import ChevronDown from 'lucide-react/icons/chevron-down';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import User from 'lucide-react/icons/user';
import type { MouseEvent } from 'react';
import type { User as Account } from '../../contract/account.ts';
import { useText } from '../text/translate.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Link, NavLink } from '../ui/link.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DropMenu } from './drop-menu.tsx';
import { HeaderSearch, HeaderSearchButton } from './header-search.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { productName } from './product.ts';
import { ProvinceSelect } from './province-select.tsx';
import styles from './site-header.module.css';

/** What the header needs to know of the account. */
export interface HeaderAccount {
  readonly status: 'checking' | 'signedOut' | 'signedIn';
  readonly user: Account | null;
}

interface SiteHeaderProps {
  readonly account: HeaderAccount;
  readonly onSignOut: () => void;
  /** Opens the sign-in over the page; false when it cannot, and then the link is followed. */
  readonly onLogin: () => boolean;
}

/** The label of the menu of an account: the first word of its name (§2). */
export function firstName(user: Account | null, otherwise: string): string {
  return user?.name.trim().split(/\s+/)[0] || otherwise;
}

function MobileMenu({ account, onSignOut }: Pick<SiteHeaderProps, 'account' | 'onSignOut'>) {
  const t = useText();
  const signedIn = account.status === 'signedIn';
  const order = signedIn ? '/transaction-history' : '/login';
  return (
    <DropMenu
      label={t('header.menu')}
      summary={<Menu aria-hidden="true" />}
      className={styles.mobileMenu}
      panelClassName={styles.mobilePanel}
    >
      {signedIn && account.user !== null && (
        <div className={styles.person}>
          <strong>{account.user.name}</strong>
          <span>{account.user.email}</span>
        </div>
      )}
      <nav aria-label={t('header.menu')}>
        <ul>
          <li>
            <Link to="/search">{t('menu.browse')}</Link>
          </li>
          <li>
            <Link to="/transaction-history">{t('menu.history')}</Link>
          </li>
          <li>
            <Link to="/my-tickets">{t('menu.tickets')}</Link>
          </li>
          <li>
            <Link to="/profile">{t('menu.profile')}</Link>
          </li>
          <li>
            <Link to="/contact-us">{t('menu.contact')}</Link>
          </li>
          <li>
            <Link to={order}>{t('menu.order')}</Link>
          </li>
        </ul>
      </nav>
      <LanguageSwitch className={styles.menuLanguage} />
      {signedIn ? (
        <button type="button" className={styles.signOut} onClick={onSignOut}>
          {t('menu.signOut')}
        </button>
      ) : (
        <ButtonLink to="/login" block>
          {t('menu.signIn')}
        </ButtonLink>
      )}
    </DropMenu>
  );
}

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
      <div className={styles.person}>
        <strong>{account.user?.name}</strong>
        <span>{account.user?.email}</span>
      </div>
      <Link to="/profile" className={styles.entry}>
        <User aria-hidden="true" />
        {t('header.profile')}
      </Link>
      <button type="button" className={styles.entry} onClick={onSignOut}>
        <LogOut aria-hidden="true" />
        {t('header.logOut')}
      </button>
    </DropMenu>
  );
}

/** A floating bar on wide screens, a fixed bar of 60 px below 768 px (§2). */
export function SiteHeader({ account, onSignOut, onLogin }: SiteHeaderProps) {
  const t = useText();
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
        <HeaderSearch className={styles.searchField} />
        <HeaderSearchButton className={styles.searchButton} />
        <ProvinceSelect />
        <div className={styles.desktop}>
          <LanguageSwitch />
          {account.status === 'checking' && (
            <span className={styles.checking}>
              <Skeleton shape="title" width="full" />
            </span>
          )}
          {account.status === 'signedOut' && (
            <>
              <ButtonLink to="/register" variant="ghost">
                {t('header.signUp')}
              </ButtonLink>
              <ButtonLink to="/login" onClick={login}>
                {t('header.login')}
              </ButtonLink>
            </>
          )}
          {account.status === 'signedIn' && (
            <>
              <nav className={styles.links} aria-label={t('header.navigation')}>
                <NavLink to="/my-tickets">{t('header.ticket')}</NavLink>
                <NavLink to="/transaction-history">{t('header.transaction')}</NavLink>
              </nav>
              <AccountMenu account={account} onSignOut={onSignOut} />
            </>
          )}
        </div>
        <MobileMenu account={account} onSignOut={onSignOut} />
      </div>
    </header>
  );
}
