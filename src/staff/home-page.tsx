import { type ReactNode, useCallback, useState } from 'react';
import { type StaffSelf, staffCalls } from '../../contract/staff/calls.ts';
import { controlPageRoot } from '../../contract/staff/control.ts';
import { type StaffRole, staffRoles } from '../../contract/staff/roles.ts';
import { problemOfFailure } from '../../machines/staff/staff.problem.ts';
import type { PlainCall } from '../effects/http/plain-call.ts';
import { ActForm, Notice, SureButton, TextField } from './parts.tsx';
import styles from './staff.module.css';
import { useRead } from './use-read.ts';
import { useWords } from './words/words-context.ts';

interface HomePageProps {
  readonly call: PlainCall;
  readonly self: StaffSelf;
  readonly onEnded: () => void;
}

/** The first page after sign-in: the shows, and for owners the list of staff. */
export function HomePage({ call, self, onEnded }: HomePageProps): ReactNode {
  const words = useWords();
  return (
    <div className={styles.stack}>
      <h1>{words.homeTitle}</h1>
      <Events call={call} self={self} onEnded={onEnded} />
      {self.acts.includes('manageStaff') && <People call={call} onEnded={onEnded} />}
    </div>
  );
}

/** The shows by date, each with the way to its control room or its doors. */
function Events({ call, self, onEnded }: HomePageProps): ReactNode {
  const words = useWords();
  const read = useCallback(() => call(staffCalls.staffEvents), [call]);
  const { value, failure } = useRead(read, onEnded);
  const seesFigures = self.acts.includes('readFigures');
  return (
    <section className={styles.card}>
      <h2>{words.eventsTitle}</h2>
      <Notice problem={failure === null ? null : problemOfFailure(failure)} />
      <ul className={styles.list}>
        {value?.events.map(({ slug, name, night, venue_name, starts_at, sale }) => (
          <li key={slug} className={styles.row}>
            <span>
              <strong>{night === null ? name : `${name} · ${night}`}</strong>
              <br />
              <span className={styles.soft}>
                {words.moment(starts_at)} · {venue_name} · {words.sale[sale] ?? sale}
              </span>
            </span>
            <a className={styles.quiet} href={`${controlPageRoot}/${encodeURIComponent(slug)}`}>
              {seesFigures ? words.controlOpen : words.doorsOpen}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function People({ call, onEnded }: Omit<HomePageProps, 'self'>): ReactNode {
  const words = useWords();
  const [link, setLink] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const read = useCallback(() => call(staffCalls.listStaff), [call]);
  const { value, failure, fail, again } = useRead(read, onEnded);
  const people = value?.people ?? [];

  const invite = async (given: (name: string) => string, roles: readonly StaffRole[]) => {
    setBusy(true);
    const body = { email: given('email'), name: given('name'), roles: [...roles] };
    const answer = await call(staffCalls.inviteStaff, { body });
    setBusy(false);
    fail(null);
    if (!answer.ok) return fail(answer.failure);
    setLink(`${location.origin}${answer.value.path}`);
    await again();
  };
  const remove = async (id: string) => {
    const answer = await call(staffCalls.removeStaff, { params: { id } });
    fail(null);
    if (!answer.ok) return fail(answer.failure);
    await again();
  };

  return (
    <section className={styles.card}>
      <h2>{words.peopleTitle}</h2>
      <Notice
        problem={failure === null ? null : problemOfFailure(failure)}
        sentence={failure?.message ?? ''}
      />
      <ul className={styles.list}>
        {people.map(({ id, name, email, roles, state }) => (
          <li key={id} className={styles.row}>
            <span>
              <strong>{name}</strong> {email}
              <br />
              <span className={styles.soft}>
                {roles.map((role) => words.roles[role]).join(', ')} · {words.states[state]}
              </span>
            </span>
            {state !== 'removed' && (
              <SureButton
                label={words.remove}
                sure={words.removeSure}
                isBusy={isBusy}
                onPress={() => void remove(id)}
              />
            )}
          </li>
        ))}
      </ul>
      <h3>{words.inviteTitleForm}</h3>
      <InviteForm isBusy={isBusy} onInvite={invite} />
      {link !== null && (
        <p role="status">
          {words.inviteLink}
          <br />
          <code className={styles.secret}>{link}</code>
        </p>
      )}
    </section>
  );
}

function InviteForm(props: {
  readonly isBusy: boolean;
  readonly onInvite: (given: (name: string) => string, roles: readonly StaffRole[]) => void;
}): ReactNode {
  const words = useWords();
  const [roles, setRoles] = useState<readonly StaffRole[]>(['support']);
  return (
    <ActForm
      button={words.invite}
      isBusy={props.isBusy}
      onSend={(given) => props.onInvite(given, roles)}
    >
      <TextField name="name" label={words.name} />
      <TextField name="email" label={words.email} type="email" />
      <fieldset className={styles.languages}>
        <legend>{words.rolesLegend}</legend>
        {staffRoles.map((role) => (
          <label key={role} className={styles.check}>
            <input
              type="checkbox"
              checked={roles.includes(role)}
              onChange={() =>
                setRoles(
                  roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role],
                )
              }
            />
            {words.roles[role]}
          </label>
        ))}
      </fieldset>
    </ActForm>
  );
}
