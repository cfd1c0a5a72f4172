import type { ReactNode } from 'react';
import { type MachineText, Said, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';

/** Result of a form, directly above its submit button, so that it is visible on a small screen without scrolling. */
export function FormNotice(props: {
  readonly error: MachineText | string | null;
  readonly success?: ReactNode;
}) {
  const { error, success } = props;
  // Without them every sign-in succeeds and is forgotten at once.
  if (!navigator.cookieEnabled) {
    return (
      <Alert tone="danger">
        <Words of="login.noCookies" />
      </Alert>
    );
  }
  if (error !== null) {
    return (
      <Alert tone="danger">
        <Said text={error} />
      </Alert>
    );
  }
  return success ? <Alert tone="success">{success}</Alert> : null;
}
