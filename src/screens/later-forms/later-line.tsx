import type { OrderSummary } from '../../../contract/ticket/tickets.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { useText } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import styles from './later-line.module.css';

interface LaterLineProps {
  readonly orderCode: string | undefined;
  readonly state: OrderSummary['later_forms'];
}

/** The way to the later forms of an order: a line while they wait, a button once they are answered; nothing without such forms. */
export function LaterLine({ orderCode, state }: LaterLineProps) {
  const t = useText();
  if (orderCode === undefined || (state !== 'waiting' && state !== 'answered')) return null;
  const link = (words: string) => (
    <ButtonLink to={pathOf({ name: 'later-forms', orderCode })} variant="secondary" size="s">
      {words}
    </ButtonLink>
  );
  return (
    <div className={styles.line} data-print="hide">
      {state === 'answered' ? (
        link(t('tickets.laterChange'))
      ) : (
        <Alert tone="warning" live="off" action={link(t('tickets.laterFill'))}>
          {t('tickets.later')}
        </Alert>
      )}
    </div>
  );
}
