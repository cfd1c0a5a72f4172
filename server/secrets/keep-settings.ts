import * as z from 'zod/mini';

const maxDays = 3_650;
const dayRule = `must be a whole number of days from 1 to ${maxDays}`;
const days = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/, dayRule)),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    z.number().check(z.minimum(1, dayRule), z.maximum(maxDays, dayRule)),
  ),
);

/** The environment variables of retention periods with their validation. */
export const keepVariables = {
  KEEP_LETTERS_DAYS: days,
  KEEP_SIGN_IN_DAYS: days,
  KEEP_ANSWERS_DAYS: days,
  KEEP_UNPAID_DAYS: days,
  KEEP_UNVERIFIED_DAYS: days,
  KEEP_NOTICES_DAYS: days,
  KEEP_SCANS_DAYS: days,
  BLOCK_DISPUTED_SEATS: z.pipe(
    z.string().check(z.toLowerCase(), z.regex(/^(?:1|0|on|off)$/, 'must be on or off')),
    z.transform((word: string) => word === '1' || word === 'on'),
  ),
} as const;

/** Retention periods in days; money rows have none, since the law requires them for ten years. */
export interface KeepDays {
  /** Subject and text of e-mails, from their writing. */
  readonly letters: number;
  /** Ended sign-ins, dead codes, failed sign-ins and the devices of ended sessions. */
  readonly signIn: number;
  /** Form answers of attendees, from the end of the event. */
  readonly answers: number;
  /** Form answers of unpaid orders, and places in waiting lists, from their end. */
  readonly unpaid: number;
  /** Accounts with an unproven address and no purchase, from their registration. */
  readonly unverified: number;
  /** Bodies of gateway notifications, from their settlement. */
  readonly notices: number;
  /** Entries at the gates, from the end of the event. */
  readonly scans: number;
}

type KeepValues = {
  [Name in keyof typeof keepVariables]?: z.infer<(typeof keepVariables)[Name]> | undefined;
};

/** Returns the configured periods, or the default of each. */
export function readKeepDays(values: KeepValues): KeepDays {
  return {
    letters: values.KEEP_LETTERS_DAYS ?? 90,
    signIn: values.KEEP_SIGN_IN_DAYS ?? 1,
    answers: values.KEEP_ANSWERS_DAYS ?? 30,
    unpaid: values.KEEP_UNPAID_DAYS ?? 7,
    unverified: values.KEEP_UNVERIFIED_DAYS ?? 30,
    notices: values.KEEP_NOTICES_DAYS ?? 180,
    scans: values.KEEP_SCANS_DAYS ?? 90,
  };
}
