import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  idempotencyHeader,
  requestedWithHeader,
  requestedWithValue,
} from '../../contract/limits.ts';
import {
  signatureHeader,
  signNotice,
  timestampHeader,
} from '../../server/gateway/notice-signature.ts';
import type { Envelope } from '../../tests/server/support/test-app.ts';
import type { KillableServer } from './race-server.ts';

/** The key with which the servers of a race verify notifications. */
export const raceWebhookKey = 'kunci-balapan-yang-panjangnya-cukup-untuk-uji';
/** Long, because an aborted call still runs on the server while its repetition adds load. */
const answersWithinMs = 60_000;
const tries = 6;
const pauseMs = 150;

/** One action of a buyer with its known result; 'unknown' if the response was lost. */
export interface Act {
  readonly buyer: string;
  readonly what: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: number | 'unknown';
  readonly body: Envelope<unknown> | null;
}

/** Connects the buyers of a race to its servers, and records every response. */
export interface RaceWire {
  readonly acts: Act[];
  /** Seconds by which the servers' clock runs ahead. */
  aheadSeconds: number;
  /** One call; null if the response is lost. */
  ask<D>(
    buyer: { readonly accountId: string; readonly cookie: string },
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    given?: { readonly body?: object; readonly key?: string },
  ): Promise<Envelope<D> | null>;
  /** Repeats the call with the same key until a response arrives; null if none does. */
  insist: RaceWire['ask'];
  /** Calls a development tool of one server. */
  tool(method: 'POST' | 'DELETE', path: string, body?: object): Promise<number>;
  /** Sends a notification signed by the gateway. */
  notify(
    payment: { readonly id: string; readonly order_code: string; readonly amount: number },
    status: string,
    eventId?: string,
  ): Promise<number>;
}

/** Creates the wire to one server or several; calls go round the servers. */
export function raceWire(servers: readonly KillableServer[]): RaceWire {
  let turn = 0;
  const nextServer = () => {
    turn += 1;
    const server = servers[turn % servers.length];
    if (server === undefined) throw new Error('A race needs a server.');
    return server;
  };
  const reach = async (path: string, init: RequestInit) => {
    const server = nextServer();
    await server.whenUp();
    return fetch(`${server.origin}${path}`, {
      ...init,
      signal: AbortSignal.timeout(answersWithinMs),
    });
  };
  const wire: RaceWire = {
    acts: [],
    aheadSeconds: 0,
    async ask<D>(
      buyer: { accountId: string; cookie: string },
      method: string,
      path: string,
      given: { body?: object; key?: string } = {},
    ) {
      const startedAt = performance.now();
      let status: number | 'unknown' = 'unknown';
      let body: Envelope<D> | null = null;
      try {
        const answer = await reach(`/api${path}`, {
          method,
          headers: {
            cookie: buyer.cookie,
            [requestedWithHeader]: requestedWithValue,
            ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(given.key === undefined ? {} : { [idempotencyHeader]: given.key }),
          },
          ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
        });
        body = (await answer.json()) as Envelope<D>;
        status = answer.status;
      } catch {
        body = null;
      }
      const what = `${method} ${path.split('/').at(-1) ?? ''}`;
      const endedAt = performance.now();
      wire.acts.push({ buyer: buyer.accountId, what, startedAt, endedAt, status, body });
      return body;
    },
    async insist(buyer, method, path, given = {}) {
      const keyed = method === 'POST' ? { key: randomUUID(), ...given } : given;
      for (let attempt = 1; attempt <= tries; attempt += 1) {
        const answer = await wire.ask<never>(buyer, method, path, keyed);
        const isOpen = answer === null || answer.status === 503 || isBeingAnswered(answer);
        if (!isOpen) return answer;
        await sleep(pauseMs * attempt);
      }
      return null;
    },
    async tool(method, path, body) {
      try {
        const answer = await reach(`/dev${path}`, {
          method,
          ...(body === undefined
            ? {}
            : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        });
        await answer.arrayBuffer();
        return answer.status;
      } catch {
        return 0;
      }
    },
    async notify(payment, status, eventId = randomUUID()) {
      const body = JSON.stringify({
        event_id: eventId,
        payment_id: payment.id,
        order_code: payment.order_code,
        amount: payment.amount,
        currency: 'IDR',
        status,
      });
      const second = String(Math.floor(Date.now() / 1000) + wire.aheadSeconds);
      try {
        const answer = await reach('/api/webhooks/payment', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [timestampHeader]: second,
            [signatureHeader]: signNotice(raceWebhookKey, second, body),
          },
          body,
        });
        await answer.arrayBuffer();
        return answer.status;
      } catch {
        return 0;
      }
    },
  };
  return wire;
}

/** A 409 that asks for a retry: the first call with the key is still running. */
function isBeingAnswered(answer: Envelope<unknown>): boolean {
  return answer.status === 409 && /still being answered/.test(answer.message);
}
