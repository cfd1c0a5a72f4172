import { assertEvent, setup } from 'xstate';
import { isRefused, type Result } from '../shared/result.ts';
import { timings } from '../shared/timings.ts';
import { codeActions, codeDelays, codeGuards } from './otp.code.ts';
import { type CodeGrant, isAlive, isSpent } from './otp.grant.ts';
import { otpPorts } from './otp.ports.ts';
import type { OtpAnyEvent, OtpContext, OtpInput, OtpOutput } from './otp.types.ts';

/** Names of everything in the chart of the otp machine. */
export const otpSetup = setup({
  types: {} as {
    context: OtpContext;
    events: OtpAnyEvent;
    input: OtpInput;
    output: OtpOutput;
  },
  actors: otpPorts,
  delays: {
    ...codeDelays,
    successNotice: ({ context }: { readonly context: OtpContext }) =>
      context.variant === 'simple' ? timings.simpleCodeSuccess : timings.codeSuccess,
  },
  guards: {
    ...codeGuards,
    isSignedOut: isRefused('unauthenticated'),
    isAlive: (_: unknown, params: Result<CodeGrant>) => params.ok && isAlive(params.value),
    isSendable: (_: unknown, params: Result<CodeGrant>) =>
      params.ok && !isSpent(params.value) && params.value.cooldownMs <= 0,
  },
  actions: codeActions<OtpContext, OtpAnyEvent>(),
});

/** Input of the call that validates the code, straight from its event, so that the context holds no code. */
export function codeOf({ event }: { readonly event: OtpAnyEvent }) {
  assertEvent(event, 'otp.submit');
  return { code: event.code };
}
