import type { ReactNode } from 'react';
import { Said } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';

/** What became of a form, right above the button that sent it: there it is seen on a small screen without scrolling. */
export function FormNotice(props: { readonly error: string | null; readonly success?: ReactNode }) {
  const { error, success } = props;
  if (error !== null) {
    return (
      <Alert tone="danger">
        <Said text={error} />
      </Alert>
    );
  }
  return success ? <Alert tone="success">{success}</Alert> : null;
}
