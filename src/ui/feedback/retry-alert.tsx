import type { ReactNode } from 'react';
import { useText } from '../../text/translate.ts';
import { Button } from '../button.tsx';
import { Alert } from './alert.tsx';

/** Reports a failed read and offers a retry. */
export function RetryAlert(props: { readonly onRetry: () => void; readonly children: ReactNode }) {
  const t = useText();
  return (
    <Alert
      tone="danger"
      action={
        <Button size="s" variant="secondary" onClick={props.onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {props.children}
    </Alert>
  );
}
