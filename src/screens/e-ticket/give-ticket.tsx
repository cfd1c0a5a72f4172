import { useSelector } from '@xstate/react';
import Gift from 'lucide-react/icons/gift';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useEffect, useState } from 'react';
import { pathTo } from '../../../contract/pages.ts';
import type { ETicket } from '../../../contract/ticket/tickets.ts';
import { failureText } from '../../../machines/shared/screen-text.ts';
import { transferOfferMachine } from '../../../machines/transfer-offer/transfer-offer.machine.ts';
import { usePageActor } from '../../app/page-actor.ts';
import { useWhen } from '../../app/when.ts';
import { transferOfferEffects } from '../../effects/flows/transfer.ts';
import { Said, type TextKey, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Disclosure } from '../../ui/navigation/disclosure.tsx';
import { useTransferParts } from '../transfer/use-transfer-parts.ts';
import styles from './give-ticket.module.css';

interface GiveTicketProps {
  readonly ticket: ETicket;
  /** Called once another person has the ticket. */
  readonly onGiven: () => void;
}

/** The link that was just made: it is shown once, because the server keeps only its hash. */
function NewLink({ ticket, token }: { readonly ticket: ETicket; readonly token: string }) {
  const t = useText();
  const link = window.location.origin + pathTo('transfer', { token });
  const share = () => {
    const text = t('transfer.shareText', { event: ticket.event_name });
    // A person who closes the sheet of the system rejects it.
    navigator.share({ text, url: link }).catch(() => undefined);
  };
  return (
    <>
      <output className={styles.link} aria-label={t('transfer.link')}>
        {link}
      </output>
      <div className={styles.buttons}>
        {'share' in navigator && (
          <Button icon={<Share2 />} onClick={share}>
            {t('transfer.share')}
          </Button>
        )}
        <CopyButton text={link} label={t('transfer.copy')} />
      </div>
    </>
  );
}

function Offering({ ticket, onGiven }: GiveTicketProps): ReactNode {
  const t = useText();
  const parts = useTransferParts();
  const when = useWhen();
  const actor = usePageActor(
    () => transferOfferMachine.provide({ actors: transferOfferEffects(parts) }),
    { ticketId: ticket.id },
  );
  useEffect(() => {
    const heard = actor.on('ticket.given', onGiven);
    return () => heard.unsubscribe();
  }, [actor, onGiven]);
  const snapshot = useSelector(actor, (current) => current);
  const { transfer, token, failure } = snapshot.context;

  if (snapshot.matches('reading')) {
    return (
      <Loading text={t('transfer.loading')} hideText>
        <Skeleton shape="block" className={styles.skeleton} />
      </Loading>
    );
  }
  if (snapshot.matches('unread')) {
    return (
      <RetryAlert onRetry={() => actor.send({ type: 'retry' })}>
        {failure !== null && <Said text={failureText<TextKey>(failure, 'transfer.loadFailed')} />}
      </RetryAlert>
    );
  }
  if (snapshot.matches('given')) return <Alert tone="info">{t('transfer.given')}</Alert>;
  const isOffered = transfer?.state === 'offered';
  return (
    <div className={styles.offering}>
      {transfer?.state === 'withdrawn' && <Alert tone="info">{t('transfer.withdrawn')}</Alert>}
      {transfer?.state === 'lapsed' && <Alert tone="info">{t('transfer.lapsed')}</Alert>}
      {isOffered ? (
        <>
          <p>{t('transfer.isOut')}</p>
          {token !== null && <NewLink ticket={ticket} token={token} />}
          <p className={styles.soft}>
            {t('transfer.until', { ...when(transfer.expires_at, ticket.event_date) })}
          </p>
        </>
      ) : (
        <>
          <p>{t('transfer.giveText')}</p>
          <p className={styles.soft}>{t('transfer.giveMoney')}</p>
        </>
      )}
      {failure !== null && (
        <Alert tone="danger">
          <Said text={failureText<TextKey>(failure, 'transfer.failed')} />
        </Alert>
      )}
      <div className={styles.buttons}>
        <Button
          variant={isOffered ? 'secondary' : 'primary'}
          busy={snapshot.matches('offering')}
          onClick={() => actor.send({ type: 'offer' })}
        >
          {t(isOffered ? 'transfer.again' : 'transfer.make')}
        </Button>
        {isOffered && (
          <Button
            variant="secondary"
            busy={snapshot.matches('withdrawing')}
            onClick={() => actor.send({ type: 'withdraw' })}
          >
            {t('transfer.withdraw')}
          </Button>
        )}
      </div>
      {isOffered && <p className={styles.soft}>{t('transfer.againText')}</p>}
    </div>
  );
}

/** Gives the ticket to another person by a link; nothing is read before it is opened (decision 085). */
export function GiveTicket(props: GiveTicketProps): ReactNode {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure
      summary={
        <span className={styles.summary}>
          <Gift aria-hidden="true" />
          {t('transfer.give')}
        </span>
      }
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      {isOpen && <Offering {...props} />}
    </Disclosure>
  );
}
