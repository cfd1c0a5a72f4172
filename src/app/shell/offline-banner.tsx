import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../text/translate.ts';
import { LiveRegion } from '../../ui/feedback/live-region.tsx';
import styles from '../flows/purchase-layout.module.css';
import { useOnline } from './use-online.ts';

/**
 * Says on every page of the purchase that the connection is lost, and that it is back (F36). `inQueue` is for a queued session, whose
 * position the server keeps for some minutes without contact; holds stay until their deadline.
 */
export function OfflineBanner({ inQueue }: { readonly inQueue: boolean }) {
  const t = useText();
  const isOnline = useOnline();
  const wasOffline = useRef(false);
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    setIsBack(isOnline && wasOffline.current);
    wasOffline.current ||= !isOnline;
  }, [isOnline]);
  const text = t(inQueue ? 'purchase.offlineQueue' : 'purchase.offlineText');
  const back = isBack ? t('purchase.backOnline') : '';
  return (
    <>
      {!isOnline && (
        <p className={styles.offline}>
          <WifiOff aria-hidden="true" />
          <span>
            <strong>{t('purchase.offline')}</strong> <span>{text}</span>
          </span>
        </p>
      )}
      <LiveRegion message={isOnline ? back : `${t('purchase.offline')} ${text}`} />
    </>
  );
}
