import { calls } from '../../contract/call/calls.ts';
import { keepSupportMessage } from '../domain/accounts/support-messages.ts';
import type { Routes } from '../http/serve.ts';

/** Messages to the support. */
export const routes: Routes = (serve, services) => {
  serve(calls.sendContact, async ({ body, caller }) => {
    await keepSupportMessage(services, caller?.id ?? null, body);
    return { message: 'Message sent', data: null };
  });
};
