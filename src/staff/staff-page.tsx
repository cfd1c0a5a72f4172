import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback } from 'react';
import type { ActorRefFrom } from 'xstate';
import { staffPagePath } from '../../contract/staff/calls.ts';
import { controlPageRoot } from '../../contract/staff/control.ts';
import { deskPagePath } from '../../contract/staff/desk.ts';
import type { staffMachine } from '../../machines/staff/staff.machine.ts';
import type { PlainCall } from '../effects/http/plain-call.ts';
import { LanguageChoice, useChosenLocale } from '../text/language-choice.tsx';
import { ControlPage } from './control-page.tsx';
import { DeskPage } from './desk-page.tsx';
import { DoorsPage } from './doors.tsx';
import { InvitationForm, SignInForm } from './entry-forms.tsx';
import { HomePage } from './home-page.tsx';
import { Notice } from './parts.tsx';
import styles from './staff.module.css';
import { useWords, WordsContext, wordsIn } from './words/words-context.ts';

type StaffActor = ActorRefFrom<typeof staffMachine>;

interface StaffPageProps {
  readonly staff: StaffActor;
  readonly call: PlainCall;
  /** Path of the address: it chooses between the list of staff, the desk and a control room. */
  readonly path: string;
}

/** The pages of the staff: sign-in, then the page of the address. */
export function StaffPage({ staff, call, path }: StaffPageProps): ReactNode {
  const [locale, chooseLocale] = useChosenLocale();
  const words = wordsIn(locale);
  const title = `${words.title} – Roetix`;
  return (
    <WordsContext value={words}>
      <title>{title}</title>
      <Head staff={staff} />
      <main className={styles.page}>
        <Body staff={staff} call={call} path={path} />
      </main>
      <footer className={styles.foot}>
        <LanguageChoice
          label={words.language}
          className={styles.languages}
          buttonClassName={styles.quiet}
          locale={locale}
          onLocale={chooseLocale}
        />
      </footer>
    </WordsContext>
  );
}

function Head({ staff }: { readonly staff: StaffActor }): ReactNode {
  const words = useWords();
  const self = useSelector(staff, ({ context }) => context.self);
  if (self === null) return null;
  return (
    <header className={styles.head}>
      <nav className={styles.links}>
        <a href={staffPagePath}>{words.homeTitle}</a>
        {self.acts.includes('findOrder') && <a href={deskPagePath}>{words.deskLink}</a>}
      </nav>
      <p>{words.signedInAs(self.name)}</p>
      <button
        type="button"
        className={styles.quiet}
        onClick={() => staff.send({ type: 'signOut' })}
      >
        {words.signOut}
      </button>
    </header>
  );
}

function Body({ staff, call, path }: StaffPageProps): ReactNode {
  const words = useWords();
  const snapshot = useSelector(staff, (whole) => whole);
  const { self, problem, invitation } = snapshot.context;
  const isBusy = snapshot.matches('signingIn') || snapshot.matches('accepting');
  const onEnded = useCallback(() => staff.send({ type: 'session.ended' }), [staff]);
  if (snapshot.matches('away')) {
    return (
      <Notice problem={problem}>
        <button type="button" className={styles.main} onClick={() => staff.send({ type: 'retry' })}>
          {words.retry}
        </button>
      </Notice>
    );
  }
  if ((snapshot.matches('invited') || snapshot.matches('accepting')) && invitation !== null) {
    return (
      <InvitationForm
        invitation={invitation}
        problem={problem}
        isBusy={isBusy}
        onAccept={(given) => staff.send({ type: 'invitation.accept', ...given })}
      />
    );
  }
  if (snapshot.matches('signedOut') || snapshot.matches('signingIn')) {
    return (
      <SignInForm
        problem={problem}
        isBusy={isBusy}
        onSignIn={(given) => staff.send({ type: 'signIn', ...given })}
      />
    );
  }
  if (self === null) return <p role="status">{words.opening}</p>;
  if (path === deskPagePath) return <DeskPage call={call} self={self} onEnded={onEnded} />;
  if (path.startsWith(`${controlPageRoot}/`)) {
    const slug = decodeURIComponent(path.slice(controlPageRoot.length + 1).replace(/\/$/, ''));
    const Page = self.acts.includes('readFigures') ? ControlPage : DoorsPage;
    return <Page call={call} self={self} slug={slug} onEnded={onEnded} />;
  }
  return <HomePage call={call} self={self} onEnded={onEnded} />;
}
