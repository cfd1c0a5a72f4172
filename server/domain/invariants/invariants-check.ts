/** One check of an invariant: its SQL finds the rows that break it, each named under `at` without personal data. */
export interface Check {
  /** Number of the invariant, 1 to 12. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** An operator breaks it on purpose by admitting buyers beyond the capacity, or by lowering the capacity below the number of online sessions. */
  readonly operatorMayBreak?: true;
  /** True if `$1` is the instant before which a hold must have ended, and ten minutes after which a notice must be applied. */
  readonly needsInstant?: true;
}
