import { type ReactNode, useCallback, useState } from 'react';
import { type StaffSelf, staffCalls } from '../../contract/staff/calls.ts';
import {
  problemOfFailure,
  refusalOf,
  type StaffRefusal,
} from '../../machines/staff/staff.problem.ts';
import type { PlainCall } from '../effects/http/plain-call.ts';
import { longMoment } from '../text/format.ts';
import { QrCode } from '../ui/qr/qr-code.tsx';
import { ActForm, Notice } from './parts.tsx';
import styles from './staff.module.css';
import { useRead } from './use-read.ts';
import { useWords } from './words/words-context.ts';

const qrPixels = 192;

interface DoorsProps {
  readonly call: PlainCall;
  readonly slug: string;
  readonly onEnded: () => void;
}

/** The doors of a show for those who may not see its figures. */
export function DoorsPage({ self, ...props }: DoorsProps & { self: StaffSelf }): ReactNode {
  const words = useWords();
  const { call, slug, onEnded } = props;
  const read = useCallback(() => call(staffCalls.staffEvents), [call]);
  const { value, failure } = useRead(read, onEnded);
  if (!self.acts.includes('openDoors')) return <p role="alert">{words.forbidden}</p>;
  if (failure !== null) return <Notice problem={problemOfFailure(failure)} />;
  if (value === null) return <p role="status">{words.opening}</p>;
  const event = value.events.find((one) => one.slug === slug);
  if (event === undefined) return <p role="alert">{words.unknownEvent}</p>;
  return (
    <div className={styles.stack}>
      <h1>{words.doorsTitle(event.name)}</h1>
      <p>
        {event.night !== null && `${event.night} · `}
        {words.moment(event.starts_at)} · {event.venue_name}
      </p>
      <section className={styles.card}>
        <Doors {...props} />
      </section>
    </div>
  );
}

/** Makes a gate pass: for this device, or as a code for the others. */
export function Doors({ call, slug, onEnded }: DoorsProps): ReactNode {
  const words = useWords();
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<{ path: string; expires_at: string } | null>(null);
  const [refusal, setRefusal] = useState<StaffRefusal | null>(null);
  const send = async (given: (name: string) => string) => {
    setBusy(true);
    const body = {
      revoke_others: given('revoke') === 'on',
      shows_guests: given('guests') === 'on',
    };
    const answer = await call(staffCalls.controlDoors, { params: { slug }, body });
    setBusy(false);
    setMade(answer.ok ? answer.value : null);
    const refused = refusalOf(answer);
    setRefusal(refused);
    if (refused?.problem === 'unauthenticated') onEnded();
  };
  return (
    <div className={styles.stack}>
      <Notice problem={refusal?.problem ?? null} sentence={refusal?.sentence ?? ''} />
      <ActForm button={words.doors} isBusy={isBusy} onSend={(given) => void send(given)}>
        <label className={styles.check}>
          <input type="checkbox" name="guests" />
          {words.doorsGuests}
        </label>
        <label className={styles.check}>
          <input type="checkbox" name="revoke" />
          {words.doorsRevoke}
        </label>
      </ActForm>
      <div role="status">
        {made !== null && (
          <div className={styles.stack}>
            <p>
              <a className={styles.main} href={made.path}>
                {words.doorsHere}
              </a>
            </p>
            <p>{words.doorsElsewhere}</p>
            <QrCode
              value={`${location.origin}${made.path}`}
              size={qrPixels}
              label={words.doorsElsewhere}
            />
            <code className={styles.secret}>{`${location.origin}${made.path}`}</code>
            <p className={styles.soft}>
              {words.doorsUntil(longMoment(Date.parse(made.expires_at), words.lang))}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
