import { assertEvent, assign, setup } from 'xstate';
import { codeActions, codeDelays, codeGuards } from '../otp/otp.code.ts';
import type { Result } from '../shared/result.ts';
import { failureText } from '../shared/screen-text.ts';
import { timings } from '../shared/timings.ts';
import { passwordResetPorts } from './password-reset.ports.ts';
import type {
  PasswordResetAnyEvent,
  PasswordResetContext,
  PasswordResetOutput,
} from './password-reset.types.ts';

interface Scope {
  readonly context: PasswordResetContext;
}
interface Address {
  readonly email: string;
}

/** Names of everything in the chart of the passwordReset machine. */
export const passwordResetSetup = setup({
  types: {} as {
    context: PasswordResetContext;
    events: PasswordResetAnyEvent;
    output: PasswordResetOutput;
  },
  actors: passwordResetPorts,
  delays: { ...codeDelays, successNotice: timings.codeSuccess },
  guards: {
    ...codeGuards,
  },
  actions: {
    ...codeActions<PasswordResetContext, PasswordResetAnyEvent>(),
    storeEmail: assign((_, { email }: Address) => ({ email, error: null })),
    forgetGrant: assign({ grant: null }),
    showNotSent: assign((_, params: Result<unknown>) => ({
      error: params.ok ? null : failureText(params.failure, 'otp.sendFailed'),
    })),
    showSendCrashed: assign({ error: { key: 'otp.sendFailed' } }),
  },
});

/** Input of the call that sends a code. */
export function addressOf({ context }: Scope) {
  return { email: context.email ?? '' };
}

/** Input of the call that sets the new password: code and password straight from their event, so that the context holds neither. */
export function newPasswordOf({
  context,
  event,
}: Scope & { readonly event: PasswordResetAnyEvent }) {
  assertEvent(event, 'otp.submit');
  return { ...addressOf({ context }), code: event.code, password: event.password };
}
