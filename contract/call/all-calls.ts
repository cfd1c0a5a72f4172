import { gateCalls } from '../gate.ts';
import { staffCalls } from '../staff/calls.ts';
import { calls } from './calls.ts';

/** Every call of the server: those of the shop, of the gates and of the staff. Pages import only their own. */
export const allCalls = { ...calls, ...gateCalls, ...staffCalls } as const;

/** Name of any call. */
export type AnyCallName = keyof typeof allCalls;
