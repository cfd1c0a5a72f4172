/** The running server that an attack may talk to; loopback only. */
export interface Target {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** Process id of the server, for its memory and for signals. */
  readonly pid: number;
  /** Prints one line of progress. */
  say(line: string): void;
}

/** What an attack measured. */
export interface AttackResult {
  readonly holds: boolean;
  /** The figures, in one line. */
  readonly figures: string;
}

/** What an attack needs beside the server, made before the server starts. */
export interface Ground {
  /** Settings of the server beside those of the attack. */
  readonly env: Readonly<Record<string, string>>;
  /** Takes it away again, after the server has ended. */
  clear(): Promise<void>;
}

/** One attack: a file in `cases/` exports it as its default. Each runs against a server of its own that it may not outlive. */
export interface Attack {
  /** What must hold while it runs, in one sentence. */
  readonly promise: string;
  /** Settings of the server beside PORT, HOST and DATA_DIR. */
  readonly env?: Readonly<Record<string, string>>;
  /** Longest answer of GET /api/health that is accepted while it runs, in milliseconds; 1,000 when left out. */
  readonly healthWithinMs?: number;
  /** Makes what the server has to stand on; a text says why this machine cannot tell whether the promise holds. */
  readonly prepare?: () => Promise<Ground | string>;
  run(target: Target, ground: Ground): Promise<AttackResult>;
}
