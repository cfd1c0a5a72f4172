import { type FormEvent, useState } from 'react';
import type { StateValueFrom } from 'xstate';
import { payoutBanks, type RefundAccount } from '../../../contract/refund/refund.ts';
import type { refundAccountMachine } from '../../../machines/refund-account/refund-account.machine.ts';
import type {
  BankAccount,
  RefundAccountContext,
  RefundAccountEvent,
} from '../../../machines/refund-account/refund-account.types.ts';
import type { Failure } from '../../../machines/shared/result.ts';
import { failureText } from '../../../machines/shared/screen-text.ts';
import { Said, type TextKey, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './refund-account.module.css';

export interface RefundAccountViewProps {
  readonly state: StateValueFrom<typeof refundAccountMachine>;
  readonly context: RefundAccountContext;
  readonly send: (event: RefundAccountEvent) => void;
}

const accountNumber = /^\d{5,20}$/;
const banks = payoutBanks.map(([value, label]) => ({ value, label }));

function Failed({ failure }: { readonly failure: Failure | null }) {
  if (failure === null) return null;
  return (
    <Alert tone="danger">
      <Said text={failureText<TextKey>(failure, 'account.failed')} />
    </Alert>
  );
}

/** Keeps what was typed: a buyer who corrects an account changes a digit. */
function NumberForm({ state, context, send }: RefundAccountViewProps) {
  const t = useText();
  const [bank, setBank] = useState<string>(context.account?.bank ?? '');
  const [number, setNumber] = useState(context.account?.number ?? '');
  const [typed, setTyped] = useState(context.account?.holder ?? '');
  const [isSent, setSent] = useState(false);
  const holder = typed.trim();
  const isMissing = holder.length < 2;
  const known = banks.find(({ value }) => value === bank)?.value;
  const isNumber = accountNumber.test(number);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (known === undefined || !isNumber || isMissing) return;
    send({ type: 'check', account: { bank: known, number, holder } });
  };
  return (
    <form noValidate className="stack" onSubmit={submit}>
      <SelectField
        label={t('account.bank')}
        required
        placeholder={t('account.chooseBank')}
        options={banks}
        value={bank}
        onChange={(event) => setBank(event.currentTarget.value)}
        error={isSent && known === undefined ? t('account.bankMissing') : undefined}
      />
      <TextField
        label={t('account.number')}
        required
        inputMode="numeric"
        autoComplete="off"
        help={t('account.numberHelp')}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value.replace(/[\s.-]/g, ''))}
        error={isSent && !isNumber ? t('account.numberWrong') : undefined}
      />
      <TextField
        label={t('account.holder')}
        required
        autoComplete="name"
        maxLength={100}
        help={t('account.holderHelp')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isSent && isMissing ? t('account.holderMissing') : undefined}
      />
      <Failed failure={context.failure} />
      <Button type="submit" size="l" busy={state === 'checking'}>
        {t('account.next')}
      </Button>
    </form>
  );
}

interface ConfirmFormProps extends RefundAccountViewProps {
  readonly account: BankAccount;
}

/** The last look before the money leaves: what was typed, and whether the bank has it so. */
function ConfirmForm({ account, state, context, send }: ConfirmFormProps) {
  const t = useText();
  const busy = state === 'giving';
  const bank = banks.find(({ value }) => value === account.bank)?.label;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'give' });
  };
  return (
    <form noValidate className="stack" onSubmit={submit}>
      <p className={styles.account}>
        {bank} {account.number}
        <br />
        {account.holder}
      </p>
      {context.fits === null ? (
        <p role="status">{t('account.unchecked')}</p>
      ) : (
        <Alert tone={context.fits ? 'success' : 'warning'}>
          {t(context.fits ? 'account.fits' : 'account.misfits')}
        </Alert>
      )}
      <Failed failure={context.failure} />
      <Button type="submit" size="l" busy={busy}>
        {t('account.right')}
      </Button>
      <Button variant="secondary" disabled={busy} onClick={() => send({ type: 'change' })}>
        {t('account.change')}
      </Button>
    </form>
  );
}

function Given({ refund }: { readonly refund: RefundAccount }) {
  const t = useText();
  if (refund.state === 'rejected') return <Alert tone="warning">{t('account.rejected')}</Alert>;
  return (
    <Alert tone="success">{t(refund.state === 'done' ? 'account.done' : 'account.given')}</Alert>
  );
}

function Step(props: RefundAccountViewProps & { readonly refund: RefundAccount }) {
  const { state, context, refund } = props;
  if (state === 'given') return <Given refund={refund} />;
  const isConfirming = state === 'confirming' || state === 'giving';
  return isConfirming && context.account !== null ? (
    <ConfirmForm {...props} account={context.account} />
  ) : (
    <NumberForm {...props} />
  );
}

function Body(props: RefundAccountViewProps) {
  const t = useText();
  const { state, context, send } = props;
  const { refund, failure } = context;
  if (state === 'unknown') return <Alert tone="warning">{t('refusal.refundLinkInvalid')}</Alert>;
  if (state === 'unread' && failure !== null) {
    return (
      <RetryAlert onRetry={() => send({ type: 'retry' })}>
        <Said text={failureText<TextKey>(failure, 'refund.loadFailed')} />
      </RetryAlert>
    );
  }
  if (state === 'reading' || refund === null) {
    return (
      <Loading text={t('refund.loading')} hideText>
        <Skeleton shape="block" className={styles.skeleton} />
      </Loading>
    );
  }
  return (
    <Card padding="l" className={styles.card ?? ''}>
      <div>
        <p className={styles.soft}>
          {t('account.intro', { code: refund.order_code, event: refund.event_name })}
        </p>
        <p className={styles.amount}>
          <Money amount={refund.amount} />
        </p>
      </div>
      <Step {...props} refund={refund} />
      <p className={styles.soft}>{t('account.safety')}</p>
    </Card>
  );
}

/** The page of a signed link: a buyer names the bank account of a refund. */
export function RefundAccountView(props: RefundAccountViewProps) {
  const t = useText();
  return (
    <div className={`page ${styles.page}`}>
      <h1>{t('title.refundAccount')}</h1>
      <Body {...props} />
    </div>
  );
}
