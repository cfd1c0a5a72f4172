import { randomUUID } from 'node:crypto';
import { staffCalls } from '../../../contract/staff/calls.ts';
import { codeAt } from '../../../server/domain/staff/authenticator.ts';
import { oneBuyer } from '../support/open-shop.ts';
import { enter, paidTickets } from '../support/paid-tickets.ts';
import { beginPayment, theatre } from '../support/purchase.ts';
import { soldTicket } from '../support/sold-ticket.ts';
import { invited, joined, secretOf, staffPassword } from '../support/staff.ts';
import type { CallGiven, TestApp } from '../support/test-app.ts';
import {
  asGuest,
  asRole,
  guestCalls,
  past,
  roleCalls,
  type SomeProvocations,
  whileCrowded,
} from './shops.ts';

let count = 0;
const address = () => {
  count += 1;
  return `staf-${count}@uji.contoh.id`;
};

const accept = async (app: TestApp, change: object = {}) => {
  const token = await invited(app, address(), 'door');
  const code = codeAt(await secretOf(app, token), app.services.clock.now());
  const body = { token, password: staffPassword, code, ...change };
  return app.anonymous().call(staffCalls.acceptInvitation, { body });
};

/** The only owner of a shop does something to herself. */
const asOnlyOwner = (
  call: 'inviteStaff' | 'changeStaffRoles' | 'removeStaff',
  given: (id: string, email: string) => CallGiven,
) =>
  asGuest(async (_, app) => {
    const { db, clock } = app.services;
    await db.query('delete from staff_sessions');
    await db.query('update staff set removed_at = $1', [clock.now()]);
    const email = address();
    const { client, id } = await joined(app, email, 'owner');
    return client.call(staffCalls[call], given(id, email));
  });

const noOrder = { params: { orderCode: 'TIADA-1' } };
const noTicket = { params: { id: randomUUID() }, body: {} };
const noEvent = { params: { slug: 'tidak-ada' } };
const atTheatre = { params: { slug: theatre } };
const removal = { email: 'tidak@ada.id', reason: null };
const gift = { email: 'tidak@ada.id', seats: ['A-1'], standing: null };

/** Support does something to a ticket with which somebody has entered. */
const ofUsed = (call: 'deskReissue' | 'deskMove' | 'deskVoid', body: object) =>
  asRole('support', async (staff, app) => {
    const { ticketId } = await soldTicket(app, theatre);
    await enter(app, ticketId);
    return staff.call(staffCalls[call], { params: { id: ticketId }, body });
  });
const seat = { seat_number: 'A-1' };

/** The refusals of the support desk. */
const deskCases = {
  deskOrder: { orderNotFound: roleCalls('support', staffCalls.deskOrder, noOrder) },
  deskAnswers: { orderNotFound: roleCalls('support', staffCalls.deskAnswers, noOrder) },
  deskSendAgain: {
    orderNotFound: roleCalls('support', staffCalls.deskSendAgain, noOrder),
    orderNotPaid: asRole('support', async (staff, app) => {
      const buyer = await oneBuyer(app);
      const { order_code: orderCode } = await beginPayment(app, buyer, theatre, 1);
      return staff.call(staffCalls.deskSendAgain, { params: { orderCode } });
    }),
  },
  deskRename: {
    ticketNotFound: roleCalls('support', staffCalls.deskRename, {
      ...noTicket,
      body: { name: 'Ani' },
    }),
  },
  deskReissue: {
    ticketNotFound: roleCalls('support', staffCalls.deskReissue, noTicket),
    ticketUsed: ofUsed('deskReissue', {}),
  },
  deskVoid: {
    ticketNotFound: roleCalls('support', staffCalls.deskVoid, {
      ...noTicket,
      body: { seat: 'kept' },
    }),
    ticketUsed: ofUsed('deskVoid', { seat: 'onSale' }),
  },
  deskMove: {
    ticketNotFound: roleCalls('support', staffCalls.deskMove, { ...noTicket, body: seat }),
    ticketUsed: ofUsed('deskMove', seat),
    seatsTaken: asRole('support', async (staff, app) => {
      const { ticketId: id } = await soldTicket(app, theatre);
      return staff.call(staffCalls.deskMove, { params: { id }, body: { seat_number: 'TIADA-9' } });
    }),
  },
  deskRefund: {
    orderNotFound: roleCalls('finance', staffCalls.deskRefund, {
      ...noOrder,
      body: { step: 'approve' },
    }),
    refundStepImpossible: asRole('finance', async (staff, app) => {
      const { orderCode } = await paidTickets(app, 1, theatre);
      const body = { step: 'approve' };
      return staff.call(staffCalls.deskRefund, { params: { orderCode }, body });
    }),
  },
} satisfies SomeProvocations;

/** The refusals of the control room. */
const controlCases = {
  controlFigures: { eventNotFound: roleCalls('sales', staffCalls.controlFigures, noEvent) },
  controlSteer: {
    eventNotFound: roleCalls('sales', staffCalls.controlSteer, {
      ...noEvent,
      body: { verb: 'pause' },
    }),
    actImpossible: roleCalls('sales', staffCalls.controlSteer, {
      ...atTheatre,
      body: { verb: 'hold-back', seats: ['TIADA-9'] },
    }),
  },
  controlMessage: {
    eventNotFound: roleCalls('sales', staffCalls.controlMessage, {
      ...noEvent,
      body: { message: 'Halo' },
    }),
  },
  controlRemove: {
    eventNotFound: roleCalls('support', staffCalls.controlRemove, { ...noEvent, body: removal }),
    actImpossible: roleCalls('support', staffCalls.controlRemove, { ...atTheatre, body: removal }),
  },
  controlGive: {
    eventNotFound: roleCalls('sales', staffCalls.controlGive, { ...noEvent, body: gift }),
    actImpossible: roleCalls('sales', staffCalls.controlGive, { ...atTheatre, body: gift }),
  },
  controlDoors: {
    eventNotFound: roleCalls('door', staffCalls.controlDoors, {
      ...noEvent,
      body: { revoke_others: false },
    }),
    actImpossible: roleCalls('door', staffCalls.controlDoors, {
      params: { slug: past },
      body: { revoke_others: false },
    }),
  },
} satisfies SomeProvocations;

/** The refusals of staff. */
export const staffCases = {
  ...deskCases,
  ...controlCases,
  staffSignIn: {
    wrongCredentials: guestCalls(staffCalls.staffSignIn, {
      body: { email: 'tidak@ada.id', password: 'x', code: '123456' },
    }),
    tooManyFailures: asGuest(async (guest) => {
      const body = { email: address(), password: 'x', code: '123456' };
      for (let tries = 0; tries < 20; tries += 1) {
        await guest.call(staffCalls.staffSignIn, { body });
      }
      return guest.call(staffCalls.staffSignIn, { body });
    }),
    // A wrong code hashes a password too, so that the time of a response tells nothing.
    signInsBusy: asGuest(async (guest, app) => {
      const email = address();
      await joined(app, email, 'door');
      const body = { email, password: staffPassword, code: '000000' };
      return whileCrowded(() => guest.call(staffCalls.staffSignIn, { body }));
    }),
  },
  readInvitation: {
    invitationInvalid: guestCalls(staffCalls.readInvitation, { body: { token: 'x' } }),
  },
  acceptInvitation: {
    invitationInvalid: asGuest((_, app) => accept(app, { token: 'x' })),
    codeWrong: asGuest((_, app) => accept(app, { code: '000000' })),
    passwordTooEasy: asGuest((_, app) => accept(app, { password: 'password1' })),
    signInsBusy: asGuest((_, app) => whileCrowded(() => accept(app))),
  },
  inviteStaff: {
    lastOwner: asOnlyOwner('inviteStaff', (_, email) => ({
      body: { email, name: 'Sari', roles: ['owner'] },
    })),
  },
  changeStaffRoles: {
    staffNotFound: roleCalls('owner', staffCalls.changeStaffRoles, {
      ...noTicket,
      body: { roles: ['door'] },
    }),
    lastOwner: asOnlyOwner('changeStaffRoles', (id) => ({
      params: { id },
      body: { roles: ['sales'] },
    })),
  },
  removeStaff: {
    staffNotFound: roleCalls('owner', staffCalls.removeStaff, noTicket),
    lastOwner: asOnlyOwner('removeStaff', (id) => ({ params: { id }, body: {} })),
  },
} satisfies SomeProvocations;
