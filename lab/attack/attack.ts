/** The server under attack; loopback only. */
export interface Target {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  /** Process id of the server, for memory figures and signals. */
  readonly pid: number;
  /** Prints one line of progress. */
  say(line: string): void;
}

/** The result of an attack. */
export interface AttackResult {
  readonly holds: boolean;
  /** The figures, in one line. */
  readonly figures: string;
}

/** The environment of an attack, prepared before the server starts. */
export interface Ground {
  /** Additional settings of the server. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes it after the server has ended. */
  clear(): Promise<void>;
}

/** One attack: the default export of a file in `cases/`. Each runs against a server of its own, which must survive it. */
export interface Attack {
  /** The promise that must hold during the attack, in one sentence. */
  readonly promise: string;
  /** Settings of the server beside PORT, HOST and DATA_DIR. */
  readonly env?: Readonly<Record<string, string>>;
  /** Longest accepted response time of GET /api/health during the attack, in milliseconds; default 1,000. */
  readonly healthWithinMs?: number;
  /** Prepares the environment; a text is the reason why this machine cannot test the promise. */
  readonly prepare?: () => Promise<Ground | string>;
  run(target: Target, ground: Ground): Promise<AttackResult>;
}
