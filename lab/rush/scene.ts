import { setTimeout as sleep } from 'node:timers/promises';
import type { LineWatch } from './line-watch.ts';
import type { People } from './people.ts';
import type { SaleEnd } from './sale-end.ts';
import type { SeatBoard } from './seat-board.ts';
import type { Tally } from './tally.ts';
import type { Wire } from './wire.ts';

/** Pauses of a light person's page, in milliseconds. */
export interface Pauses {
  /** Over which the page spreads its reading after the document said that the turn has come. */
  readonly turnSpreadMs: number;
  /** Before another choice after a lost one. */
  readonly lookAgainMs: number;
  readonly statusEveryMs: number;
}

/** Pauses as the app makes them. */
export const appPauses: Pauses = { turnSpreadMs: 2_000, lookAgainMs: 2_000, statusEveryMs: 1_000 };

/** What all people of a rush share. */
export interface Scene {
  readonly slug: string;
  readonly origins: readonly string[];
  readonly wire: Wire;
  readonly tally: Tally;
  readonly people: People;
  readonly line: LineWatch;
  readonly seats: SeatBoard;
  readonly pauses: Pauses;
  /** Comes once every seat is sold: the page says so, and those who wait go home. */
  readonly end: SaleEnd;
  /** Lets the payer's bank decide; repeats until the gateway has heard it. */
  bank(paymentId: string, outcome: 'settlement' | 'deny'): Promise<void>;
  /** A purchase that the server confirmed. */
  bought(account: string, seats: readonly string[]): void;
  /** The map shows no seat that is free or held. */
  soldOut(): void;
}

const bankTries = 40;
const bankPauseMs = 500;

/** Builds it; the sale is over once people bought `seats` seats, or once the map says so. */
export function createScene(
  parts: Pick<
    Scene,
    'slug' | 'origins' | 'wire' | 'tally' | 'people' | 'line' | 'seats' | 'end' | 'pauses'
  >,
  seats: number,
): Scene {
  const { tally, wire, end } = parts;
  const soldOut = () => {
    tally.soldOutAt ??= performance.now();
    end.end();
  };
  return {
    ...parts,
    async bank(paymentId, outcome) {
      for (let attempt = 0; attempt < bankTries; attempt += 1) {
        const status = await wire.tool(`/gateway/${paymentId}`, { outcome });
        if (status === 200 || status === 409) return;
        await sleep(bankPauseMs);
      }
      tally.say(`the gateway did not hear of the payment ${paymentId}`);
    },
    bought(account, numbers) {
      tally.bought.set(account, numbers);
      tally.sold += numbers.length;
      if (tally.sold >= seats) soldOut();
    },
    soldOut,
  };
}
