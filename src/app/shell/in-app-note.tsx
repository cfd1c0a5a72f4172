import type { ReactNode } from 'react';
import { useText } from '../../text/translate.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { isInApp } from '../../ui/in-app.ts';

/** In a browser inside another app: that it may save no files, and how the page opens in the phone's own browser. */
export function InAppNote(): ReactNode {
  const t = useText();
  if (!isInApp()) return null;
  return (
    <Alert tone="info">
      <p>{t('inApp.files')}</p>
      <CopyButton text={window.location.href} label={t('inApp.copy')} />
    </Alert>
  );
}
