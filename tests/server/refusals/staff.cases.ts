import { randomUUID } from 'node:crypto';
import { gateCalls, gatePassHeader } from '../../../contract/gate.ts';
import { staffCalls } from '../../../contract/staff/calls.ts';
import type { StaffRole } from '../../../contract/staff/roles.ts';
import { makeGatePass } from '../../../server/domain/gate/gate-passes.ts';
import { codeAt } from '../../../server/domain/staff/authenticator.ts';
import { paidTickets } from '../support/paid-tickets.ts';
import { beginPayment, theatre } from '../support/purchase.ts';
import { soldTicket } from '../support/sold-ticket.ts';
import { invited, joined, secretOf, staffPassword } from '../support/staff.ts';
import type { Answer, TestApp, TestClient } from '../support/test-app.ts';
import { crowd } from './crowd.ts';
import type { Provocations, Provoke } from './provocation.ts';
import { oneBuyer, past } from './shops.ts';

let count = 0;
const address = () => {
  count += 1;
  return `staf-${count}@uji.contoh.id`;
};

const accept = async (app: TestApp, change: object) => {
  const token = await invited(app, address(), 'door');
  const code = codeAt(await secretOf(app, token), app.services.clock.now());
  const body = { token, password: staffPassword, code, ...change };
  return app.anonymous().call(staffCalls.acceptInvitation, { body });
};

/** The only owner of a shop does something to herself. */
const asOnlyOwner =
  (
    act: (app: TestApp, id: string, email: string) => object,
    call: keyof typeof staffCalls,
  ): Provoke =>
  async ({ open }) => {
    const app = await open();
    await app.services.db.query('delete from staff_sessions');
    await app.services.db.query('update staff set removed_at = $1', [app.services.clock.now()]);
    const email = address();
    const { client, id } = await joined(app, email, 'owner');
    return client.call(staffCalls[call], act(app, id, email));
  };

const nobody =
  (call: 'changeStaffRoles' | 'removeStaff', body: object): Provoke =>
  async ({ open }) =>
    (await (await open()).asStaff('owner')).call(staffCalls[call], {
      params: { id: randomUUID() },
      body,
    });

const absent = { params: { orderCode: 'TIADA-1' } };
const nowhere = { params: { id: randomUUID() } };

const asRole =
  (role: StaffRole, act: (client: TestClient, app: TestApp) => Promise<Answer<unknown>>): Provoke =>
  async ({ open }) => {
    const app = await open();
    return act(await app.asStaff(role), app);
  };

/** A ticket of a paid order with which somebody has entered. */
async function usedTicket(app: TestApp) {
  const { ticketId, code } = await soldTicket(app, theatre);
  const { secret } = await makeGatePass(app.services.db, theatre, app.services.clock.now());
  const scanned_at = app.services.clock.now().toISOString();
  const scan = { id: randomUUID(), code, scanned_at, is_inside: false };
  const body = { device_id: randomUUID(), door: 'Utara', scans: [scan] };
  const headers = { [gatePassHeader]: secret };
  await app.anonymous().call(gateCalls.gateScans, { headers, body });
  return { params: { id: ticketId } };
}

/** The refusals of the support desk. */
const deskCases = {
  deskOrder: {
    orderNotFound: asRole('support', (staff) => staff.call(staffCalls.deskOrder, absent)),
  },
  deskAnswers: {
    orderNotFound: asRole('support', (staff) => staff.call(staffCalls.deskAnswers, absent)),
  },
  deskSendAgain: {
    orderNotFound: asRole('support', (staff) => staff.call(staffCalls.deskSendAgain, absent)),
    orderNotPaid: asRole('support', async (staff, app) => {
      const buyer = await oneBuyer(app);
      const { order_code: orderCode } = await beginPayment(app, buyer, theatre, 1);
      return staff.call(staffCalls.deskSendAgain, { params: { orderCode } });
    }),
  },
  deskRename: {
    ticketNotFound: asRole('support', (staff) =>
      staff.call(staffCalls.deskRename, { ...nowhere, body: { name: 'Ani' } }),
    ),
  },
  deskReissue: {
    ticketNotFound: asRole('support', (staff) =>
      staff.call(staffCalls.deskReissue, { ...nowhere, body: {} }),
    ),
    ticketUsed: asRole('support', async (staff, app) =>
      staff.call(staffCalls.deskReissue, { ...(await usedTicket(app)), body: {} }),
    ),
  },
  deskVoid: {
    ticketNotFound: asRole('support', (staff) =>
      staff.call(staffCalls.deskVoid, { ...nowhere, body: {} }),
    ),
  },
  deskMove: {
    ticketNotFound: asRole('support', (staff) =>
      staff.call(staffCalls.deskMove, { ...nowhere, body: { seat_number: 'A-1' } }),
    ),
    ticketUsed: asRole('support', async (staff, app) =>
      staff.call(staffCalls.deskMove, {
        ...(await usedTicket(app)),
        body: { seat_number: 'A-1' },
      }),
    ),
    seatsTaken: asRole('support', async (staff, app) => {
      const { ticketId } = await soldTicket(app, theatre);
      const body = { seat_number: 'TIADA-9' };
      return staff.call(staffCalls.deskMove, { params: { id: ticketId }, body });
    }),
  },
  deskRefund: {
    orderNotFound: asRole('finance', (staff) =>
      staff.call(staffCalls.deskRefund, { ...absent, body: { step: 'approve' } }),
    ),
    refundStepImpossible: asRole('finance', async (staff, app) => {
      const { orderCode } = await paidTickets(app, 1, theatre);
      return staff.call(staffCalls.deskRefund, {
        params: { orderCode },
        body: { step: 'approve' },
      });
    }),
  },
} satisfies Provocations<
  | 'deskOrder'
  | 'deskAnswers'
  | 'deskSendAgain'
  | 'deskRename'
  | 'deskReissue'
  | 'deskVoid'
  | 'deskMove'
  | 'deskRefund'
>;

const unknown = { params: { slug: 'tidak-ada' } };

/** The refusals of the control room. */
const controlCases = {
  controlFigures: {
    eventNotFound: asRole('sales', (staff) => staff.call(staffCalls.controlFigures, unknown)),
  },
  controlSteer: {
    eventNotFound: asRole('sales', (staff) =>
      staff.call(staffCalls.controlSteer, { ...unknown, body: { verb: 'pause' } }),
    ),
    actImpossible: asRole('sales', (staff) =>
      staff.call(staffCalls.controlSteer, {
        params: { slug: theatre },
        body: { verb: 'hold-back', seats: ['TIADA-9'] },
      }),
    ),
  },
  controlMessage: {
    eventNotFound: asRole('sales', (staff) =>
      staff.call(staffCalls.controlMessage, { ...unknown, body: { message: 'Halo' } }),
    ),
  },
  controlRemove: {
    eventNotFound: asRole('support', (staff) =>
      staff.call(staffCalls.controlRemove, {
        ...unknown,
        body: { email: 'tidak@ada.id', reason: null },
      }),
    ),
    actImpossible: asRole('support', (staff) =>
      staff.call(staffCalls.controlRemove, {
        params: { slug: theatre },
        body: { email: 'tidak@ada.id', reason: null },
      }),
    ),
  },
  controlGive: {
    eventNotFound: asRole('sales', (staff) =>
      staff.call(staffCalls.controlGive, {
        ...unknown,
        body: { email: 'tidak@ada.id', seats: ['A-1'], standing: null },
      }),
    ),
    actImpossible: asRole('sales', (staff) =>
      staff.call(staffCalls.controlGive, {
        params: { slug: theatre },
        body: { email: 'tidak@ada.id', seats: ['A-1'], standing: null },
      }),
    ),
  },
  controlDoors: {
    eventNotFound: asRole('door', (staff) =>
      staff.call(staffCalls.controlDoors, { ...unknown, body: { revoke_others: false } }),
    ),
    actImpossible: asRole('door', (staff) =>
      staff.call(staffCalls.controlDoors, {
        params: { slug: past },
        body: { revoke_others: false },
      }),
    ),
  },
} satisfies Provocations<
  | 'controlFigures'
  | 'controlSteer'
  | 'controlMessage'
  | 'controlRemove'
  | 'controlGive'
  | 'controlDoors'
>;

/** The refusals of staff. */
export const staffCases = {
  ...deskCases,
  ...controlCases,
  staffSignIn: {
    wrongCredentials: async ({ open }) =>
      (await open()).anonymous().call(staffCalls.staffSignIn, {
        body: { email: 'tidak@ada.id', password: 'x', code: '123456' },
      }),
    signInsBusy: async ({ open }) => {
      const app = await open();
      const email = address();
      const { secret } = await joined(app, email, 'door');
      const code = codeAt(secret, new Date(app.services.clock.now().getTime() + 30_000));
      crowd.isFull = true;
      try {
        const body = { email, password: staffPassword, code };
        return await app.anonymous().call(staffCalls.staffSignIn, { body });
      } finally {
        crowd.isFull = false;
      }
    },
  },
  readInvitation: {
    invitationInvalid: async ({ open }) =>
      (await open()).anonymous().call(staffCalls.readInvitation, { body: { token: 'x' } }),
  },
  acceptInvitation: {
    invitationInvalid: async ({ open }) => accept(await open(), { token: 'x' }),
    codeWrong: async ({ open }) => accept(await open(), { code: '000000' }),
    passwordTooEasy: async ({ open }) => accept(await open(), { password: 'password1' }),
    signInsBusy: async ({ open }) => {
      const app = await open();
      crowd.isFull = true;
      try {
        return await accept(app, {});
      } finally {
        crowd.isFull = false;
      }
    },
  },
  inviteStaff: {
    lastOwner: asOnlyOwner(
      (_app, _id, email) => ({ body: { email, name: 'Sari', roles: ['owner'] } }),
      'inviteStaff',
    ),
  },
  changeStaffRoles: {
    staffNotFound: nobody('changeStaffRoles', { roles: ['door'] }),
    lastOwner: asOnlyOwner(
      (_app, id) => ({ params: { id }, body: { roles: ['sales'] } }),
      'changeStaffRoles',
    ),
  },
  removeStaff: {
    staffNotFound: nobody('removeStaff', {}),
    lastOwner: asOnlyOwner((_app, id) => ({ params: { id }, body: {} }), 'removeStaff'),
  },
} satisfies Provocations<keyof typeof staffCalls>;
