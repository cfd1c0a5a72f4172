import Fastify, { type FastifyInstance } from 'fastify';
import type { PaymentGateway } from '../../server/gateway/gateway.ts';
import { twinsPath } from '../../server/gateway/stand-in.ts';
import type { WholePaymentData } from '../../server/gateway/wire.ts';
import type { Twin, TwinNotice } from '../../tools/desk/twins/twin.ts';

/** What the cases know of one gateway. */
export interface Maker {
  readonly name: string;
  /** Fields that the data of each method have. */
  readonly shows: Readonly<Record<string, readonly (keyof WholePaymentData)[]>>;
  /** The same notification after a stranger touched it: every one must count as unsigned. */
  forge(notice: TwinNotice): readonly TwinNotice[];
  mountTwin(app: FastifyInstance, options: TwinOptions): Twin;
  connect(options: ConnectOptions): PaymentGateway;
  readonly twinKey: string;
  /** Names of the settings, and what tells a key or address of the sandbox. */
  readonly sandbox: {
    readonly keyName: string;
    readonly urlName: string;
    readonly url: string;
    readonly isTest: (url: string, key: string) => boolean;
  };
}

/** The surroundings of a twin. */
export interface TwinOptions {
  readonly now: () => Date;
  readonly deliver: (notice: TwinNotice) => Promise<number>;
}

/** How a wire reaches a gateway. */
export interface ConnectOptions {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs?: number;
  /** Merchant of the notifications that fit. */
  readonly merchantId?: string;
}

/** What one case plays with. */
export interface Bench {
  readonly maker: Maker;
  readonly gateway: PaymentGateway;
  /** The same gateway with other settings. */
  connect(options: Partial<ConnectOptions>): PaymentGateway;
  now(): Date;
}

/** A bench over a twin, which can be steered. */
export interface TwinBench extends Bench {
  readonly twin: Twin;
  /** Every notification that the twin sent, in the order of their arrival. */
  readonly notices: readonly TwinNotice[];
  advance(seconds: number): void;
}

/** Opens a twin on a port of this machine, with a clock that stands still, and a wire to it. */
export async function openTwinBench(
  maker: Maker,
): Promise<TwinBench & { readonly close: () => Promise<void> }> {
  let time = Date.parse('2026-11-24T03:00:00Z');
  const now = () => new Date(time);
  const notices: TwinNotice[] = [];
  const app = Fastify({ forceCloseConnections: true });
  const twin = maker.mountTwin(app, {
    now,
    deliver: async (notice) => {
      notices.push(notice);
      return 200;
    },
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `${address}${twinsPath}/${maker.name}`;
  const connect = (options: Partial<ConnectOptions>) =>
    maker.connect({ url, key: maker.twinKey, ...options });
  return {
    maker,
    twin,
    notices,
    connect,
    gateway: connect({}),
    now,
    advance(seconds) {
      time += seconds * 1000;
    },
    close: () => app.close(),
  };
}
