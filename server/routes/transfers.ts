import type { FastifyRequest } from 'fastify';
import { calls } from '../../contract/call/calls.ts';
import {
  accept,
  latestTransfer,
  offer,
  readOffer,
  withdraw,
} from '../domain/transfer/transfers.ts';
import type { Caller } from '../http/caller.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';

/** Tickets that are offered to another person by a link (decision 085). */
export const routes: Routes = (serve, services) => {
  const { db, clock } = services;
  const actorOf = (caller: Caller, request: FastifyRequest) => ({
    accountId: caller.id,
    ...originOf(request),
  });

  serve(calls.ticketTransfer, async ({ caller, params }) => ({
    data: { transfer: await latestTransfer(db, caller.id, params.id) },
  }));

  serve(calls.offerTransfer, async ({ caller, params, request }) => ({
    data: await offer(services, actorOf(caller, request), params.id),
  }));

  serve(calls.withdrawTransfer, async ({ caller, params, request }) => ({
    data: { transfer: await withdraw(services, actorOf(caller, request), params.id) },
  }));

  serve(calls.readTransfer, async ({ body }) => ({
    data: await readOffer(db, body.token, clock.now()),
  }));

  serve(calls.acceptTransfer, async ({ caller, body, request }) => ({
    data: await accept(services, actorOf(caller, request), body.token, body.holder_name),
  }));
};
