import { type TextKey, useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import styles from './queue.module.css';
import type { QueueViewProps, TurnPushState } from './queue-view-props.ts';

/** Tells a buyer who missed the turn that the next one is theirs (§11.21). */
export function PassedOver({ isPassedOver }: Pick<QueueViewProps, 'isPassedOver'>) {
  const t = useText();
  return isPassedOver ? <Alert tone="warning">{t('queue.passedOver')}</Alert> : null;
}

const pushHelp: Readonly<Record<Exclude<TurnPushState, 'none'>, TextKey>> = {
  off: 'queue.pushHelp',
  busy: 'queue.pushHelp',
  on: 'queue.pushOn',
  blocked: 'queue.pushBlocked',
  failed: 'queue.pushFailed',
};

/** Explains the wait: the page may stay in the background, what happens in the buyer's absence, and the alert at the turn. */
export function Away(
  props: Pick<QueueViewProps, 'keptMinutes' | 'sound' | 'onSound' | 'push' | 'onPush'>,
) {
  const t = useText();
  const { keptMinutes, sound, onSound, push, onPush } = props;
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
      {push !== 'none' && (
        <Checkbox
          label={t('queue.push')}
          help={<Words of={pushHelp[push]} />}
          checked={push === 'on'}
          disabled={push === 'busy'}
          onChange={(event) => onPush(event.target.checked)}
        />
      )}
    </div>
  );
}
