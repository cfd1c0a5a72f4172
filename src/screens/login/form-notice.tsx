import type { ReactNode } from 'react';
import type { ScreenText } from '../../../machines/shared/screen-text.ts';
import { Said, type TextKey } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';

/** Result of a form, directly above its submit button, so that it is visible on a small screen without scrolling. */
export function FormNotice(props: {
  readonly error: ScreenText<TextKey> | string | null;
  readonly success?: ReactNode;
}) {
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
