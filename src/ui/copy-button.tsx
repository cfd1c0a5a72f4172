import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../text/translate.ts';
import { Button } from './button.tsx';
import styles from './copy-button.module.css';
import { LiveRegion } from './feedback/live-region.tsx';

/** How long "Copied!" stays (§9.35). */
const COPIED_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}

/** Copies a text and confirms it for two seconds; a refused clipboard is only logged (§8.5). */
export function CopyButton({ text, label, className }: CopyButtonProps): ReactNode {
  const t = useText();
  const [copies, setCopies] = useState(0);
  const copied = copies > 0;

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopies((count) => count + 1);
    } catch {
      console.warn('clipboard refused');
    }
  };

  return (
    <>
      <Button
        variant="secondary"
        size="s"
        icon={copied ? <Check /> : <Copy />}
        onClick={copy}
        {...(className !== undefined && { className })}
      >
        <span className={styles.labels}>
          <span className={copied ? styles.hidden : undefined}>{label}</span>
          <span className={copied ? undefined : styles.hidden} lang={t.lang('common.copied')}>
            {t('common.copied')}
          </span>
        </span>
      </Button>
      <LiveRegion message={copied ? t('common.copied') : ''} lang={t.lang('common.copied')} />
    </>
  );
}
