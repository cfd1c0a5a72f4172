import { useText } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import styles from './queue.module.css';
import type { QueueViewProps } from './queue-view-props.ts';

/** Tells a buyer who missed the turn that the next one is theirs (ruling R10). */
export function PassedOver({ isPassedOver }: Pick<QueueViewProps, 'isPassedOver'>) {
  const t = useText();
  return isPassedOver ? <Alert tone="warning">{t('queue.passedOver')}</Alert> : null;
}

/** Explains the wait: the page may stay in the background, what happens in the buyer's absence, and the alert at the turn. */
export function Away(props: Pick<QueueViewProps, 'keptMinutes' | 'sound' | 'onSound'>) {
  const t = useText();
  const { keptMinutes, sound, onSound } = props;
  return (
    <div className={styles.away}>
      <p>{t('queue.awake')}</p>
      {keptMinutes !== null && <p>{t('queue.kept', { minutes: keptMinutes })}</p>}
      {sound !== 'none' && (
        <Checkbox
          label={t('queue.sound')}
          help={t(sound === 'blocked' ? 'queue.soundBlocked' : 'queue.soundHelp')}
          checked={sound !== 'off'}
          onChange={(event) => onSound(event.target.checked)}
        />
      )}
    </div>
  );
}
