/** Settings of the server, read once from the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Folder of the embedded database, or 'memory'. */
  readonly dataDir: string;
  /** A PostgreSQL server in place of the embedded one. */
  readonly databaseUrl: string | null;
  /** An external MQTT broker that joins several server processes. */
  readonly mqttUrl: string | null;
  readonly mqttTopicPrefix: string;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly productName: string;
  readonly devTools: boolean;
  readonly production: boolean;
  /** Mounts Vite for hot reload. */
  readonly devVite: boolean;
  readonly trustProxy: boolean;
  /** The address people use, for links in letters; null means the one it listens on. */
  readonly publicUrl: string | null;
  readonly organizerUrl: string | null;
  readonly rateLimits: boolean;
  /** Minutes of the session table of the design. */
  readonly sessionMinutes: number;
  readonly paymentSelectionMinutes: number;
  readonly paymentProcessingMinutes: number;
  /** A waiting account that was not heard of for so long loses its place. */
  readonly waitingInactiveMinutes: number;
  /** Seconds after a shown deadline in which an action is still honoured (ruling 1.4-K). */
  readonly graceSeconds: number;
  readonly taxRate: number;
  readonly logLevel: string;
}
