/** One way to look for what breaks a truth: its SQL finds the rows, each with what it is called under `at`, never by a person's data. */
export interface Check {
  /** Of the truth it serves, 1 to 12. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** Broken on purpose by an operator who lets people in beyond the capacity, or lowers it under those who are in. */
  readonly operatorMayBreak?: true;
  /** True where `$1` is the instant before which a hold must have ended. */
  readonly needsInstant?: true;
}
