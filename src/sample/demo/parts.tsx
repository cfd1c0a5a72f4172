import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import { grouped } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { demoCode } from './account.ts';
import { fallbackAccount, mockInvoice } from './accounts.ts';
import styles from './parts.module.css';
import { demoAccounts } from './state.ts';
import { useDemoText } from './words.ts';

const credentials = { email: demoAccounts.verified, password: demoAccounts.password };

/** The mock payment screen with its hard-coded invoice (§2.315), marked across. */
export function MockPayment() {
  const d = useDemoText();
  return (
    <div className={styles.sheet}>
      <Mark />
      <dl className={styles.lines}>
        <div>
          <dt>{d('invoice')}</dt>
          <dd>{mockInvoice.number}</dd>
        </div>
        <div>
          <dt>{d('bank')}</dt>
          <dd>{mockInvoice.bank.toUpperCase()}</dd>
        </div>
        <div>
          <dt>{d('total')}</dt>
          <dd>
            <Money amount={mockInvoice.total} />
          </dd>
        </div>
      </dl>
      <Account bank={mockInvoice.bank} />
    </div>
  );
}

/** The permanent label of the demo; opens an explanation of the demo. */
export function Banner() {
  const t = useText();
  const d = useDemoText();
  const [shown, setShown] = useState<'nothing' | 'about' | 'mock'>('nothing');
  const close = () => setShown('nothing');
  return (
    <aside className={styles.strip} aria-label={d('about')}>
      <button type="button" className={styles.about} onClick={() => setShown('about')}>
        <span>{d('banner')}</span>
        <Info className={styles.icon} role="img" aria-label={d('about')} />
      </button>
      <Dialog
        open={shown === 'about'}
        onClose={close}
        title={d('about')}
        actions={
          <>
            <Button onClick={close}>{t('common.close')}</Button>
            <Button variant="ghost" onClick={() => setShown('mock')}>
              {d('mockScreen')}
            </Button>
          </>
        }
      >
        <ul className={styles.list}>
          <li>{d('aboutData')}</li>
          <li>{d('aboutAccount', credentials)}</li>
          <li>{d('aboutQueue')}</li>
          <li>{d('aboutPayment')}</li>
          <li>{d('aboutKept')}</li>
        </ul>
      </Dialog>
      <Dialog
        open={shown === 'mock'}
        onClose={close}
        title={d('mockTitle')}
        actions={<Button onClick={() => setShown('about')}>{d('back')}</Button>}
      >
        <MockPayment />
      </Dialog>
    </aside>
  );
}

/** Credentials of the demo accounts. */
export function Credentials() {
  return <p className={styles.note}>{useDemoText()('login', credentials)}</p>;
}

/** The one-time code, because the demo sends no e-mail. */
export function Code() {
  return (
    <p className={styles.note} role="status">
      {useDemoText()('code', { code: demoCode })}
    </p>
  );
}

/** Says that the payment settles by itself. */
export function Payment() {
  return <p className={styles.note}>{useDemoText()('payment')}</p>;
}

/** An invented account number for a payment without one (§9.62), with its mark; nothing for an unknown bank. */
export function Account({ bank }: { readonly bank: string }) {
  const t = useText();
  const d = useDemoText();
  const number = fallbackAccount(bank);
  if (number === null) return null;
  return (
    <div className={styles.account}>
      <p className={styles.number}>
        <span className={styles.demo}>DEMO</span> {grouped(number)}
        <CopyButton text={number} label={t('payment.copyVa')} />
      </p>
      <p className={styles.note}>{d('account')}</p>
    </div>
  );
}

function Mark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      {useDemoText()('mark')}
    </span>
  );
}

/** The mark over a ticket of the demo, and the same in words (§2.363). */
export function TicketMark() {
  const d = useDemoText();
  return (
    <>
      <Mark />
      <p className={styles.ticketNote}>{d('ticket')}</p>
    </>
  );
}
