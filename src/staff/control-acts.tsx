import { useSelector } from '@xstate/react';
import { type ReactNode, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { StaffSelf } from '../../contract/staff/calls.ts';
import type { ControlFigures, Steering } from '../../contract/staff/control.ts';
import type { controlMachine } from '../../machines/control/control.machine.ts';
import type { ControlAct } from '../../machines/control/control.types.ts';
import type { PlainCall } from '../effects/http/plain-call.ts';
import { Doors } from './doors.tsx';
import { ActForm, Notice, SureButton, TextField } from './parts.tsx';
import styles from './staff.module.css';
import { useWords } from './words/words-context.ts';

interface ActsProps {
  readonly control: ActorRefFrom<typeof controlMachine>;
  readonly figures: ControlFigures;
  readonly self: StaffSelf;
  readonly call: PlainCall;
  readonly onEnded: () => void;
}

/** An empty field is no limit. */
const limitOf = (text: string) => (text === '' ? null : Number(text));

/** The acts that the roles allow; what cannot be taken back easily has to be typed. */
export function Acts({ control, figures, self, call, onEnded }: ActsProps): ReactNode {
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
        {said !== null && (
          // The sentence of the command, which the server words in English.
          <p className={styles.good} lang="en">
            {said}
          </p>
        )}
      </div>
      {may('steerSale') && <SaleActs {...{ figures, isBusy, steer }} />}
      {(may('steerSale') || may('messageWaiting')) && (
        <Group title={words.groups.queue}>
          {may('steerSale') && <QueueActs {...{ figures, isBusy, steer }} />}
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
        </Group>
      )}
      {may('removeBuyer') && (
        <Group title={words.groups.buyer}>
          <ActForm
            button={words.removeBuyer}
            isBusy={isBusy}
            isDangerous
            sureOf={(given) => words.removeBuyerSure(given('email'))}
            onSend={(given) =>
              act({ kind: 'remove', email: given('email'), reason: given('reason') || null })
            }
          >
            <TextField name="email" label={words.buyerEmail} type="email" />
            <TextField name="reason" label={words.reason} isRequired={false} />
          </ActForm>
        </Group>
      )}
      {(may('steerSale') || may('giveTickets')) && (
        <Group title={words.groups.seats}>
          {may('steerSale') && (
            <ActForm
              button={words.holdBack}
              isBusy={isBusy}
              other={{
                button: words.giveOut,
                onSend: (given) => steer({ verb: 'give-out', seats: seatsOf(given('seats')) }),
              }}
              onSend={(given) => steer({ verb: 'hold-back', seats: seatsOf(given('seats')) })}
            >
              <TextField
                name="seats"
                label={words.seats}
                hint={words.seatsHint}
                autoComplete="off"
              />
            </ActForm>
          )}
          {may('giveTickets') && (
            <GiveForm
              figures={figures}
              isBusy={isBusy}
              onGive={(body) => act({ kind: 'give', body })}
            />
          )}
        </Group>
      )}
      {may('openDoors') && (
        <Group title={words.groups.doors}>
          <Doors call={call} slug={figures.slug} onEnded={onEnded} />
        </Group>
      )}
      {may('steerSale') && <MethodActs {...{ figures, isBusy, steer }} />}
    </section>
  );
}

/** Acts on one matter. */
function Group(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={styles.group}>
      <h3>{props.title}</h3>
      <div className={styles.acts}>{props.children}</div>
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

interface SteerProps {
  readonly figures: ControlFigures;
  readonly isBusy: boolean;
  readonly steer: (body: Steering) => void;
}

function SaleActs({ figures, isBusy, steer }: SteerProps): ReactNode {
  const words = useWords();
  const isStopped = figures.sale === 'paused' || figures.sale === 'closed';
  return (
    <Group title={words.groups.sale}>
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
        <TextField name="confirm" label={words.confirmField(figures.slug)} autoComplete="off" />
      </ActForm>
    </Group>
  );
}

function MethodActs({ figures, isBusy, steer }: SteerProps): ReactNode {
  const words = useWords();
  return (
    <Group title={words.methodsTitle}>
      {figures.methods.map(({ code, name, is_on }) => (
        <div key={code} className={styles.row}>
          {is_on ? name : `${name} (${words.off})`}
          <SureButton
            label={`${is_on ? words.turnOff : words.turnOn} ${name}`}
            sure={`${is_on ? words.turnOffSure : words.turnOn} ${name}`}
            isBusy={isBusy}
            onPress={() => steer({ verb: is_on ? 'method-off' : 'method-on', code })}
          />
        </div>
      ))}
    </Group>
  );
}

function QueueActs({ figures, isBusy, steer }: SteerProps): ReactNode {
  const words = useWords();
  const { slug, room } = figures;
  const limits = [
    ['capacity', words.capacity, room.capacity],
    ['rate', words.rate, room.per_minute],
  ] as const;
  return (
    <>
      {limits.map(([verb, label, now]) => (
        <ActForm
          key={verb}
          button={words.set}
          isBusy={isBusy}
          onSend={(given) => steer({ verb, count: limitOf(given('count')) })}
        >
          <TextField
            name="count"
            label={label}
            inputMode="numeric"
            isRequired={false}
            defaultValue={now === null ? '' : String(now)}
          />
        </ActForm>
      ))}
      <ActForm
        button={words.letInCount}
        isBusy={isBusy}
        isDangerous
        sureOf={(given) => words.letInSure(given('count'))}
        onSend={(given) => steer({ verb: 'let-in', count: Number(given('count')), confirm: slug })}
      >
        <TextField name="count" label={words.letInField} inputMode="numeric" />
      </ActForm>
    </>
  );
}
