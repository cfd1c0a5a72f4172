import { DemoRefusal, type Handlers } from './call.ts';
import { ticketOf } from './tickets.ts';

/** A demo tab has nobody to give a ticket to. */
export const transferCalls: Handlers<
  'ticketTransfer' | 'offerTransfer' | 'withdrawTransfer' | 'readTransfer' | 'acceptTransfer'
> = {
  ticketTransfer({ params, caller, world }) {
    ticketOf(world, caller.id, params.id);
    return { data: { transfer: null } };
  },
  offerTransfer: () => {
    throw new DemoRefusal('transferClosed');
  },
  withdrawTransfer: () => {
    throw new DemoRefusal('transferEnded');
  },
  readTransfer: () => {
    throw new DemoRefusal('transferNotFound');
  },
  acceptTransfer: () => {
    throw new DemoRefusal('transferNotFound');
  },
};
