import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useText } from '../text/translate.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import styles from './purchase-layout.module.css';

function onLineChange(tell: () => void): () => void {
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}

/** Says on every page of the purchase that there is no connection, and that it is back (F36). What is held and typed outlives it. */
export function OfflineBanner() {
  const t = useText();
  const isOnline = useSyncExternalStore(
    onLineChange,
    () => navigator.onLine,
    () => true,
  );
  const wasOffline = useRef(false);
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    setIsBack(isOnline && wasOffline.current);
    wasOffline.current ||= !isOnline;
  }, [isOnline]);
  return (
    <>
      {!isOnline && (
        <p className={styles.offline}>
          <WifiOff aria-hidden="true" />
          <span>
            <strong>{t('purchase.offline')}</strong> {t('purchase.offlineText')}
          </span>
        </p>
      )}
      <LiveRegion
        message={
          isOnline
            ? isBack
              ? t('purchase.backOnline')
              : ''
            : `${t('purchase.offline')} ${t('purchase.offlineText')}`
        }
      />
    </>
  );
}
