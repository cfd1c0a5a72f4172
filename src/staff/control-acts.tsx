import { useSelector } from '@xstate/react';
import { type ReactNode, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { StaffSelf } from '../../contract/staff/calls.ts';
import type { ControlFigures, Steering } from '../../contract/staff/control.ts';
import type { controlMachine } from '../../machines/control/control.machine.ts';
import type { ControlAct } from '../../machines/control/control.types.ts';
import { ActForm, Notice, SureButton, TextField } from './parts.tsx';
import styles from './staff.module.css';
import { useWords } from './words/words-context.ts';

interface ActsProps {
  readonly control: ActorRefFrom<typeof controlMachine>;
  readonly figures: ControlFigures;
  readonly self: StaffSelf;
}

/** An empty field is no limit. */
const limitOf = (text: string) => (text === '' ? null : Number(text));

/** The acts that the roles allow; what cannot be taken back easily has to be typed. */
export function Acts({ control, figures, self }: ActsProps): ReactNode {
  const words = useWords();
  const isBusy = useSelector(control, (snapshot) => snapshot.matches({ act: 'acting' }));
  const said = useSelector(control, ({ context }) => context.said);
  const refusal = useSelector(control, ({ context }) => context.refusal);
  const act = (chosen: ControlAct) => control.send({ type: 'act', act: chosen });
  const steer = (body: Steering) => act({ kind: 'steer', body });
  const may = (name: StaffSelf['acts'][number]) => self.acts.includes(name);
  return (
    <section className={styles.card}>
      <h2>{words.acts}</h2>
      <Notice problem={refusal?.problem ?? null} sentence={refusal?.sentence ?? ''} />
      <div role="status">
        {said !== null && said.path === null && (
          // The sentence of the command, which the server words in English.
          <p className={styles.good} lang="en">
            {said.text}
          </p>
        )}
        {said !== null && said.path !== null && (
          <p className={styles.good}>
            {words.doorsLink}
            <br />
            <code className={styles.secret}>{`${location.origin}${said.path}`}</code>
          </p>
        )}
      </div>
      <div className={styles.acts}>
        {may('steerSale') && <SaleActs {...{ figures, isBusy, steer }} />}
        {may('messageWaiting') && (
          <ActForm
            button={words.send}
            isBusy={isBusy}
            onSend={(given) => act({ kind: 'message', message: given('message') || null })}
          >
            <TextField
              name="message"
              label={words.message}
              isRequired={false}
              {...(figures.room.message === null
                ? {}
                : { hint: words.messageNow(figures.room.message) })}
            />
          </ActForm>
        )}
        {may('removeBuyer') && (
          <ActForm
            button={words.removeBuyer}
            isBusy={isBusy}
            isDangerous
            onSend={(given) =>
              act({ kind: 'remove', email: given('email'), reason: given('reason') || null })
            }
          >
            <TextField name="email" label={words.buyerEmail} type="email" />
            <TextField name="reason" label={words.reason} isRequired={false} />
          </ActForm>
        )}
        {may('giveTickets') && (
          <GiveForm
            figures={figures}
            isBusy={isBusy}
            onGive={(body) => act({ kind: 'give', body })}
          />
        )}
        {may('openDoors') && (
          <ActForm
            button={words.doors}
            isBusy={isBusy}
            onSend={(given) => act({ kind: 'doors', revokeOthers: given('revoke') === 'on' })}
          >
            <label className={styles.check}>
              <input type="checkbox" name="revoke" />
              {words.doorsRevoke}
            </label>
          </ActForm>
        )}
      </div>
    </section>
  );
}

type Gift = Extract<ControlAct, { readonly kind: 'give' }>['body'];

/** Complimentary tickets: numbered seats, standing places of a category, or both. */
function GiveForm(props: {
  readonly figures: ControlFigures;
  readonly isBusy: boolean;
  readonly onGive: (gift: Gift) => void;
}): ReactNode {
  const words = useWords();
  const category = useId();
  return (
    <ActForm
      button={words.give}
      isBusy={props.isBusy}
      onSend={(given) => {
        const standing = { category: given('category'), count: Number(given('count') || '1') };
        props.onGive({
          email: given('email'),
          seats: seatsOf(given('seats')),
          standing: standing.category === '' ? null : standing,
        });
      }}
    >
      <TextField name="email" label={words.receiverEmail} type="email" />
      <TextField name="seats" label={words.seats} isRequired={false} autoComplete="off" />
      <p className={styles.field}>
        <label htmlFor={category}>{words.standingIn}</label>
        <select id={category} name="category">
          <option value="">{words.noStanding}</option>
          {props.figures.categories.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </p>
      <TextField name="count" label={words.howMany} inputMode="numeric" isRequired={false} />
    </ActForm>
  );
}

/** A comma ends a seat, and so does a space after its number: a section may be of several words. */
const seatsOf = (text: string) =>
  text
    .replace(/(-\d+)\s+/g, '$1,')
    .split(/\s*[,;]\s*/)
    .filter((seat) => seat !== '');

function SaleActs(props: {
  readonly figures: ControlFigures;
  readonly isBusy: boolean;
  readonly steer: (body: Steering) => void;
}): ReactNode {
  const words = useWords();
  const { figures, isBusy, steer } = props;
  const { slug, room } = figures;
  const isStopped = figures.sale === 'paused' || figures.sale === 'closed';
  return (
    <>
      <ActForm
        button={isStopped ? words.open : words.pause}
        isBusy={isBusy}
        onSend={() => steer({ verb: isStopped ? 'open' : 'pause' })}
      />
      <ActForm
        button={words.close}
        isBusy={isBusy}
        isDangerous
        onSend={(given) => steer({ verb: 'close', confirm: given('confirm') })}
      >
        <TextField name="confirm" label={words.confirmField(slug)} autoComplete="off" />
      </ActForm>
      <ActForm
        button={words.set}
        isBusy={isBusy}
        onSend={(given) => steer({ verb: 'capacity', count: limitOf(given('count')) })}
      >
        <TextField
          name="count"
          label={words.capacity}
          inputMode="numeric"
          isRequired={false}
          defaultValue={room.capacity === null ? '' : String(room.capacity)}
        />
      </ActForm>
      <ActForm
        button={words.set}
        isBusy={isBusy}
        onSend={(given) => steer({ verb: 'rate', count: limitOf(given('count')) })}
      >
        <TextField
          name="count"
          label={words.rate}
          inputMode="numeric"
          isRequired={false}
          defaultValue={room.per_minute === null ? '' : String(room.per_minute)}
        />
      </ActForm>
      <ActForm
        button={words.letInCount}
        isBusy={isBusy}
        isDangerous
        onSend={(given) =>
          steer({ verb: 'let-in', count: Number(given('count')), confirm: given('confirm') })
        }
      >
        <TextField name="count" label={words.letInCount} inputMode="numeric" />
        <TextField name="confirm" label={words.confirmField(slug)} autoComplete="off" />
      </ActForm>
      <ActForm
        button={words.holdBack}
        isBusy={isBusy}
        onSend={(given) => steer({ verb: 'hold-back', seats: seatsOf(given('seats')) })}
      >
        <TextField name="seats" label={words.seats} autoComplete="off" />
      </ActForm>
      <ActForm
        button={words.giveOut}
        isBusy={isBusy}
        onSend={(given) => steer({ verb: 'give-out', seats: seatsOf(given('seats')) })}
      >
        <TextField name="seats" label={words.seats} autoComplete="off" />
      </ActForm>
      <details>
        <summary>{words.methodsTitle}</summary>
        <ul className={styles.list}>
          {figures.methods.map(({ code, name, is_on }) => (
            <li key={code} className={styles.row}>
              {is_on ? name : `${name} (${words.off})`}
              <SureButton
                label={`${is_on ? words.turnOff : words.turnOn} ${name}`}
                sure={`${is_on ? words.turnOffSure : words.turnOn} ${name}`}
                isBusy={isBusy}
                onPress={() => steer({ verb: is_on ? 'method-off' : 'method-on', code })}
              />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
