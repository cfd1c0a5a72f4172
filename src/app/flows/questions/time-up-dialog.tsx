import { useText } from '../../../text/translate.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/navigation/dialog.tsx';

/** 'Time is up!' (§2.288), an element of the page: a native alert would stop the timers behind it (§5.53). */
export function TimeUpDialog({
  open,
  onRead,
}: {
  readonly open: boolean;
  readonly onRead: () => void;
}) {
  const t = useText();
  return (
    <Dialog
      open={open}
      onClose={onRead}
      tone="alert"
      size="s"
      title={t('purchase.timeUp')}
      titleLang={t.lang('purchase.timeUp')}
      actions={<Button onClick={onRead}>{t('common.ok')}</Button>}
    />
  );
}
