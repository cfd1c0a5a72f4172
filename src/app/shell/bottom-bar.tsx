import CircleUserRound from 'lucide-react/icons/circle-user-round';
import House from 'lucide-react/icons/house';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Ticket from 'lucide-react/icons/ticket';
import { useText, Words } from '../../text/translate.ts';
import { NavLink } from '../../ui/navigation/link.tsx';
import styles from './bottom-bar.module.css';

const tabs = [
  { to: '/', text: 'bar.home', Icon: House },
  { to: '/my-tickets', text: 'bar.ticket', Icon: Ticket },
  { to: '/transaction-history', text: 'bar.transaction', Icon: ReceiptText },
  { to: '/profile', text: 'bar.profile', Icon: CircleUserRound },
] as const;

/** The bar under the thumb below 768 px; a tab is current by path prefix, Home exactly (§2.24). */
export function BottomBar() {
  const t = useText();
  return (
    <nav className={styles.bar} aria-label={t('bar.label')}>
      {tabs.map(({ to, text, Icon }) => (
        <NavLink key={to} to={to} end={to === '/'} className={styles.tab ?? ''}>
          <Icon aria-hidden="true" />
          <span>
            <Words of={text} />
          </span>
        </NavLink>
      ))}
    </nav>
  );
}
