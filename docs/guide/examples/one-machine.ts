import { createActor, fromPromise, type OutputFrom, toPromise } from 'xstate';
import { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { otpPorts } from '../../../machines/otp/otp.ports.ts';

const failure = { kind: 'refused', status: 401, code: 'unauthenticated', message: '' } as const;
const refused = { ok: false, failure } as const;
const readStatus = fromPromise<OutputFrom<typeof otpPorts.readStatus>>(async () => refused);
const otp = otpMachine.provide({ actors: { readStatus } });
console.log(await toPromise(createActor(otp, { input: { variant: 'full', email: null } }).start()));
