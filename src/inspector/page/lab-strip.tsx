import { useEffect, useState } from 'react';
import type { Moment } from '../wire.ts';
import {
  advanceClock,
  hasLabTools,
  kick,
  type LabAnswer,
  labTarget,
  newestCode,
  pauseQueue,
  promote,
  settlePayment,
} from './lab.ts';
import styles from './lab-strip.module.css';

const notNow = 'Only while a running app is shown live';

/** Lab tools of the app's server, if they are switched on: queue, bank, clock and mail. */
export function LabStrip({ moment, isNow }: { readonly moment: Moment; readonly isNow: boolean }) {
  const [hasTools, setHasTools] = useState(false);
  const [answer, setAnswer] = useState<LabAnswer | null>(null);
  useEffect(() => {
    void hasLabTools().then(setHasTools);
  }, []);
  if (!hasTools) return null;

  const { slug, paymentId } = labTarget(moment);
  const tool = (words: string, work: (() => Promise<LabAnswer>) | null, needs: string) => (
    <button
      type="button"
      className={styles.tool}
      disabled={work === null}
      title={work === null ? needs : undefined}
      onClick={() => {
        setAnswer(null);
        void work?.().then(setAnswer);
      }}
    >
      {words}
    </button>
  );
  const needsEvent = isNow ? 'The app has to be at a page of an event' : notNow;
  const ofEvent = (work: (slug: string) => Promise<LabAnswer>) =>
    isNow && slug !== null ? () => work(slug) : null;
  const needsPayment = isNow ? 'A payment has to be running' : notNow;
  const ofPayment = (outcome: 'settlement' | 'expire' | 'deny') =>
    isNow && paymentId !== null ? () => settlePayment(paymentId, outcome) : null;

  return (
    <section className={styles.strip} aria-label="Server">
      <h2 className={styles.heading}>Server</h2>
      <div className={styles.group}>
        <span className={styles.about} title={slug ?? undefined}>
          {slug ?? 'Queue'}
        </span>
        {tool('Promote', ofEvent(promote), needsEvent)}
        {tool(
          'Pause',
          ofEvent((event) => pauseQueue(event, true)),
          needsEvent,
        )}
        {tool(
          'Resume',
          ofEvent((event) => pauseQueue(event, false)),
          needsEvent,
        )}
        {tool('Kick', ofEvent(kick), needsEvent)}
      </div>
      <div className={styles.group}>
        <span className={styles.about}>Bank</span>
        {tool('Settle payment', ofPayment('settlement'), needsPayment)}
        {tool('Expire payment', ofPayment('expire'), needsPayment)}
        {tool('Deny payment', ofPayment('deny'), needsPayment)}
      </div>
      <div className={styles.group}>
        <span className={styles.about}>Clock</span>
        {tool('+1 min', isNow ? () => advanceClock(60) : null, notNow)}
        {tool('+15 min', isNow ? () => advanceClock(15 * 60) : null, notNow)}
      </div>
      <div className={styles.group}>
        <span className={styles.about}>Mail</span>
        {tool('Newest code', isNow ? newestCode : null, notNow)}
      </div>
      <p
        className={styles.answer}
        role="status"
        title={answer?.text}
        data-tone={answer?.ok === false ? 'bad' : 'good'}
      >
        {answer?.text}
      </p>
    </section>
  );
}
