import Radio from 'lucide-react/icons/radio';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import type { QueueNotice } from '../../../machines/queue/queue.types.ts';
import { Said, type TextKey, useText } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import styles from './queue.module.css';

/** Lines of the small log on the page (§9.38). */
const shownNotices = 3;

/** Notices with text of the server or the client library. */
type SaidKey = 'queue.notice.realtimeLost' | 'queue.notice.system';

const noticeTexts: Readonly<Record<Exclude<QueueNotice['key'], SaidKey>, TextKey>> = {
  'queue.notice.promoted': 'queue.promoted',
  'queue.notice.realtimeBack': 'queue.realtimeBack',
};

/** 'Koneksi real-time terputus: ...' with the client's message, which is English (WCAG 3.1.2). */
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

/** Text from the server, rendered as plain text and marked with the server's language. */
function Foreign({ children }: { readonly children: ReactNode }) {
  return <span lang="id">{children}</span>;
}

/** The message of the organiser to all who wait. */
export function Message({ children }: { readonly children: string | null }) {
  if (children === null) return null;
  return (
    <Alert tone="info">
      <Foreign>{children}</Foreign>
    </Alert>
  );
}

function NoticeText({ notice }: { readonly notice: QueueNotice }) {
  const t = useText();
  const { key, detail } = notice;
  if (key === 'queue.notice.realtimeLost') return <RealtimeLost reason={detail} />;
  if (key === 'queue.notice.system') return <Foreign>{detail}</Foreign>;
  return <>{t(noticeTexts[key])}</>;
}

/** The last three notices (§9.38), announced on arrival. The event's log is one of them but not announced, because it changes every second. */
export function Notices(props: {
  readonly notices: readonly QueueNotice[];
  readonly log: ReactNode;
}) {
  const { notices, log } = props;
  const t = useText();
  if (notices.length === 0 && log === null) return null;
  const shown = notices.slice(log === null ? -shownNotices : 1 - shownNotices);
  return (
    <section className={styles.notices} aria-label={t('queue.notices')}>
      <ul aria-live="polite">
        {shown.map((notice) => (
          <li key={notice.id} className={styles.notice}>
            <NoticeText notice={notice} />
          </li>
        ))}
      </ul>
      {log !== null && (
        <p className={styles.notice}>
          <Foreign>{log}</Foreign>
        </p>
      )}
    </section>
  );
}

/** Whether real-time messages arrive (§2.165). */
export function RealtimeMark({ connected }: { readonly connected: boolean }) {
  const t = useText();
  return (
    <p className={styles.realtime} data-on={connected || undefined}>
      {connected ? <Radio aria-hidden="true" /> : <WifiOff aria-hidden="true" />}
      <span>{t(connected ? 'queue.realtimeOn' : 'queue.realtimeOff')}</span>
    </p>
  );
}
