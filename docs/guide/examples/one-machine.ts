import { createActor, fromPromise, type OutputFrom } from 'xstate';
import { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { otpPorts } from '../../../machines/otp/otp.ports.ts';

const failure = { kind: 'refused', status: 401, code: 'unauthenticated', message: '' } as const;
const readStatus = fromPromise<OutputFrom<typeof otpPorts.readStatus>>(async () => ({
  ok: false,
  failure,
}));
const machine = otpMachine.provide({ actors: { readStatus } });
const actor = createActor(machine, { input: { variant: 'full', email: null } }).start();
actor.subscribe(({ value, output }) => console.log(value, output));
