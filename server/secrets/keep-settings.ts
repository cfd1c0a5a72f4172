import * as z from 'zod/mini';

const longestDays = 3_650;
const dayWords = `must be a whole number of days from 1 to ${longestDays}`;
const days = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/, dayWords)),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    z.number().check(z.minimum(1, dayWords), z.maximum(longestDays, dayWords)),
  ),
);

/** Variables that say how many days each kind of row is kept, with what they must be. */
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

/** Days that each kind of row is kept; money rows are kept for ever, since the law asks for ten years of them. */
export interface KeepDays {
  /** Subject and text of letters, after they were written. */
  readonly letters: number;
  /** Ended sign-ins, dead codes, failed sign-ins and the devices of ended sessions. */
  readonly signIn: number;
  /** What attendees answered in forms, after the event has ended. */
  readonly answers: number;
  /** The same of orders that were never paid, after they ended. */
  readonly unpaid: number;
  /** Accounts whose address was never proved and that never bought, after they were made. */
  readonly unverified: number;
  /** Bodies of money notices as they came, after they were settled. */
  readonly notices: number;
  /** Who came in at which door when, after the event has ended. */
  readonly scans: number;
}

type KeepValues = {
  [Name in keyof typeof keepVariables]?: z.infer<(typeof keepVariables)[Name]> | undefined;
};

/** The days of the settings; a kind that is not set takes its default. */
export function keepDaysOf(values: KeepValues): KeepDays {
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
