import Radio from 'lucide-react/icons/radio';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { QueueNotice } from '../../../machines/queue/queue.types.ts';
import { Said, type TextKey, useText } from '../../text/translate.ts';
import styles from './queue.module.css';

type LossKey = 'queue.notice.realtimeLost';

const noticeTexts: Readonly<Record<Exclude<QueueNotice['key'], LossKey>, TextKey>> = {
  'queue.notice.promoted': 'queue.promoted',
  'queue.notice.kicked': 'queue.kicked',
  'queue.notice.left': 'queue.left',
  'queue.notice.realtimeBack': 'queue.realtimeBack',
};

/** 'Koneksi real-time terputus: ...' with what the client said, which is English (WCAG 3.1.2). */
export function RealtimeLost({ reason }: { readonly reason: string | null }) {
  const t = useText();
  const words = t('queue.realtimeLost');
  if (reason === null) return <>{words}</>;
  return (
    <>
      {words}: <Said text={reason} />
    </>
  );
}

function NoticeText({ notice }: { readonly notice: QueueNotice }) {
  const t = useText();
  const { key, detail } = notice;
  if (key === 'queue.notice.realtimeLost') return <RealtimeLost reason={detail} />;
  return <>{t(noticeTexts[key], { reason: detail ?? t('queue.kickedDefault') })}</>;
}

/** The last three notices (§9), said as they come. */
export function Notices({ notices }: { readonly notices: readonly QueueNotice[] }) {
  const t = useText();
  if (notices.length === 0) return null;
  return (
    <section className={styles.notices} aria-label={t('queue.notices')}>
      <ul aria-live="polite">
        {notices.map((notice) => (
          <li key={notice.id} className={styles.notice}>
            <NoticeText notice={notice} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether news comes by itself (§2). */
export function RealtimeMark({ connected }: { readonly connected: boolean }) {
  const t = useText();
  return (
    <p className={styles.realtime} data-on={connected || undefined}>
      {connected ? <Radio aria-hidden="true" /> : <WifiOff aria-hidden="true" />}
      {t(connected ? 'queue.realtimeOn' : 'queue.realtimeOff')}
    </p>
  );
}
