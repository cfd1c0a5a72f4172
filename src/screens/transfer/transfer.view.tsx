import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { StateValueFrom } from 'xstate';
import { pathTo } from '../../../contract/pages.ts';
import type { RootContext } from '../../../machines/root/root.types.ts';
import { failureText } from '../../../machines/shared/screen-text.ts';
import type { transferAcceptanceMachine } from '../../../machines/transfer-acceptance/transfer-acceptance.machine.ts';
import type {
  OfferToRead,
  TransferAcceptanceContext,
} from '../../../machines/transfer-acceptance/transfer-acceptance.types.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { useWhen } from '../../app/when.ts';
import { Said, type TextKey, useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/form/field.tsx';
import styles from './transfer.module.css';

export interface TransferViewProps {
  readonly state: StateValueFrom<typeof transferAcceptanceMachine>;
  readonly context: TransferAcceptanceContext;
  /** Who looks, and the name of the account. */
  readonly reader: { readonly auth: RootContext['auth']; readonly name: string };
  readonly onAccept: (holderName: string) => void;
  readonly onRetry: () => void;
}

const endings: Readonly<Record<OfferToRead['state'], TextKey>> = {
  offered: 'transfer.endLapsed',
  accepted: 'transfer.endAccepted',
  withdrawn: 'transfer.endWithdrawn',
  lapsed: 'transfer.endLapsed',
};

/** What is offered. */
function Offer({ offer }: { readonly offer: OfferToRead }): ReactNode {
  const t = useText();
  const when = useWhen()(offer.datetime);
  const place = offer.seat_number ?? t('transfer.standing');
  return (
    <div className={styles.offer}>
      <p className={styles.giver}>{t('transfer.from', { name: offer.giver })}</p>
      <h2>{offer.event_name}</h2>
      <p>
        {when.date}, {when.time}
      </p>
      <p className={styles.soft}>{offer.venue_name}</p>
      <p className={styles.place}>
        {offer.category} · {place}
      </p>
    </div>
  );
}

/** The way to an account, which keeps the ticket. */
function SignInFirst({
  auth,
  token,
}: {
  readonly auth: 'anonymous' | 'unverified';
  readonly token: string;
}): ReactNode {
  const t = useText();
  const returnTo = { name: 'transfer', token } as const;
  const isAnonymous = auth === 'anonymous';
  return (
    <>
      <p>{t(isAnonymous ? 'transfer.signInText' : 'transfer.verifyText')}</p>
      <ButtonLink to={pathOf({ name: isAnonymous ? 'login' : 'verify', returnTo })} size="l" block>
        {t(isAnonymous ? 'transfer.signIn' : 'transfer.verify')}
      </ButtonLink>
    </>
  );
}

interface AcceptFormProps extends Pick<TransferViewProps, 'onAccept'> {
  readonly offer: OfferToRead;
  readonly name: string;
  readonly busy: boolean;
  readonly failure: TransferAcceptanceContext['failure'];
}

function AcceptForm({ offer, name, busy, failure, onAccept }: AcceptFormProps): ReactNode {
  const t = useText();
  const when = useWhen();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { holder: name } });
  const field = register('holder', {
    validate: (value) => value.trim() !== '' || t('transfer.holderMissing'),
  });
  return (
    <form
      noValidate
      className="stack"
      onSubmit={(event) => void handleSubmit(({ holder }) => onAccept(holder.trim()))(event)}
    >
      <TextField
        label={t('transfer.holder')}
        help={t('transfer.holderHelp')}
        required
        autoComplete="name"
        maxLength={100}
        readOnly={busy}
        error={formState.errors.holder?.message}
        {...field}
      />
      <p className={styles.soft}>{t('transfer.acceptText')}</p>
      {failure !== null && (
        <Alert tone="danger">
          <Said text={failureText<TextKey>(failure, 'transfer.failed')} />
        </Alert>
      )}
      <Button type="submit" size="l" block busy={busy}>
        {t('transfer.accept')}
      </Button>
      <p className={styles.soft}>
        {t('transfer.until', { ...when(offer.expires_at, offer.datetime) })}
      </p>
    </form>
  );
}

/** What a reader can do with the offer, or how it ended. */
function Answer(props: TransferViewProps): ReactNode {
  const { state, context, reader, onAccept } = props;
  const { offer, ticket, token, failure } = context;
  const t = useText();
  if (offer === null || reader.auth === 'checking') return null;
  if (state === 'accepted' && ticket !== null) {
    return (
      <>
        <Alert tone="success">{t('transfer.accepted')}</Alert>
        <ButtonLink to={pathTo('e-ticket', { ticketId: ticket.ticket_id })} size="l" block>
          {t('transfer.open')}
        </ButtonLink>
      </>
    );
  }
  if (state === 'ended') {
    return (
      <>
        <Alert tone="info">
          <Words of={endings[offer.state]} />
        </Alert>
        {offer.state === 'accepted' && (
          <ButtonLink to={pathTo('my-tickets')} variant="secondary" block>
            {t('tickets.title')}
          </ButtonLink>
        )}
      </>
    );
  }
  if (reader.auth !== 'verified') return <SignInFirst auth={reader.auth} token={token} />;
  return (
    <AcceptForm
      offer={offer}
      name={reader.name}
      busy={state === 'accepting'}
      failure={failure}
      onAccept={onAccept}
    />
  );
}

/** The page of a link: another person gives a ticket to its reader. */
export function TransferView(props: TransferViewProps): ReactNode {
  const { state, context, onRetry } = props;
  const t = useText();
  return (
    <div className={`page ${styles.page}`}>
      <h1>{t('title.transfer')}</h1>
      {state === 'unread' && context.failure !== null && (
        <RetryAlert onRetry={onRetry}>
          <Said text={failureText<TextKey>(context.failure, 'transfer.loadFailed')} />
        </RetryAlert>
      )}
      {state === 'unknown' && <Alert tone="warning">{t('transfer.unknown')}</Alert>}
      {state === 'reading' && context.offer === null && (
        <Loading text={t('transfer.loading')} hideText>
          <Skeleton shape="block" className={styles.skeleton} />
        </Loading>
      )}
      {context.offer !== null && (
        <Card padding="l" className={styles.card ?? ''}>
          <Offer offer={context.offer} />
          <Answer {...props} />
        </Card>
      )}
    </div>
  );
}
