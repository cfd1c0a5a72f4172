import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type StaffPerson, type StaffSelf, staffCalls } from '../../contract/staff/calls.ts';
import { controlPageRoot } from '../../contract/staff/control.ts';
import { type StaffRole, staffRoles } from '../../contract/staff/roles.ts';
import { type Failure, isRefusedAs } from '../../machines/shared/result.ts';
import { problemOfFailure } from '../../machines/staff/staff.problem.ts';
import type { PlainCall } from '../effects/http/plain-call.ts';
import { ActForm, Notice, SureButton, TextField } from './parts.tsx';
import styles from './staff.module.css';
import { useWords } from './words/words-context.ts';

interface HomePageProps {
  readonly call: PlainCall;
  readonly self: StaffSelf;
  readonly onEnded: () => void;
}

/** The first page after sign-in: the way to a control room, and for owners the list of staff. */
export function HomePage({ call, self, onEnded }: HomePageProps): ReactNode {
  const words = useWords();
  return (
    <div className={styles.stack}>
      <h1>{words.homeTitle}</h1>
      {self.acts.includes('readFigures') && (
        <section className={styles.card}>
          <ActForm
            button={words.controlOpen}
            isBusy={false}
            onSend={(given) => {
              const slug = given('slug').split('/').at(-1) ?? '';
              if (slug !== '') location.assign(`${controlPageRoot}/${encodeURIComponent(slug)}`);
            }}
          >
            <TextField name="slug" label={words.controlField} hint={words.controlHint} />
          </ActForm>
        </section>
      )}
      {self.acts.includes('manageStaff') && <People call={call} onEnded={onEnded} />}
    </div>
  );
}

function People({ call, onEnded }: Omit<HomePageProps, 'self'>): ReactNode {
  const words = useWords();
  const [people, setPeople] = useState<readonly StaffPerson[]>([]);
  const [link, setLink] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);

  const fail = useCallback(
    (problem: Failure) => {
      if (isRefusedAs(problem, 'unauthenticated')) onEnded();
      setFailure(problem);
    },
    [onEnded],
  );
  const read = useCallback(async () => {
    const answer = await call(staffCalls.listStaff);
    if (answer.ok) setPeople(answer.value.people);
    else fail(answer.failure);
  }, [call, fail]);
  useEffect(() => {
    void read();
  }, [read]);

  const invite = async (given: (name: string) => string, roles: readonly StaffRole[]) => {
    setBusy(true);
    const body = { email: given('email'), name: given('name'), roles: [...roles] };
    const answer = await call(staffCalls.inviteStaff, { body });
    setBusy(false);
    setFailure(null);
    if (!answer.ok) return fail(answer.failure);
    setLink(`${location.origin}${answer.value.path}`);
    await read();
  };
  const remove = async (id: string) => {
    const answer = await call(staffCalls.removeStaff, { params: { id } });
    setFailure(null);
    if (!answer.ok) return fail(answer.failure);
    await read();
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
