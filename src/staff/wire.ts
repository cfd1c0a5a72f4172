import { fromPromise } from 'xstate';
import { staffCalls } from '../../contract/staff/calls.ts';
import { controlMachine } from '../../machines/control/control.machine.ts';
import type { ControlAct, Said } from '../../machines/control/control.types.ts';
import { deskMachine } from '../../machines/desk/desk.machine.ts';
import type { DeskAct } from '../../machines/desk/desk.types.ts';
import { mapResult, type Result } from '../../machines/shared/result.ts';
import { staffMachine } from '../../machines/staff/staff.machine.ts';
import type { PlainCall } from '../effects/http/plain-call.ts';

type SignIn = { readonly email: string; readonly password: string; readonly code: string };
type Acceptance = { readonly token: string; readonly password: string; readonly code: string };

/** Provides the staff machine with its calls. */
export function wireStaff(call: PlainCall) {
  return staffMachine.provide({
    actors: {
      readSelf: fromPromise(() => call(staffCalls.staffMe)),
      readInvitation: fromPromise(({ input }: { input: { readonly token: string } }) =>
        call(staffCalls.readInvitation, { body: { token: input.token } }),
      ),
      accept: fromPromise(({ input }: { input: Acceptance }) =>
        call(staffCalls.acceptInvitation, { body: { ...input } }),
      ),
      signIn: fromPromise(({ input }: { input: SignIn }) =>
        call(staffCalls.staffSignIn, { body: { ...input } }),
      ),
      signOut: fromPromise(() => call(staffCalls.staffSignOut)),
    },
  });
}

/** Provides the control machine with its calls. */
export function wireControl(call: PlainCall) {
  return controlMachine.provide({
    actors: {
      read: fromPromise(({ input }: { input: { readonly slug: string } }) =>
        call(staffCalls.controlFigures, { params: { slug: input.slug } }),
      ),
      act: fromPromise(
        ({ input }: { input: { readonly slug: string; readonly act: ControlAct } }) =>
          sendControl(call, { slug: input.slug }, input.act),
      ),
    },
  });
}

async function sendControl(
  call: PlainCall,
  params: { readonly slug: string },
  act: ControlAct,
): Promise<Result<Said>> {
  const said = (answer: { readonly said: string }): Said => answer.said;
  switch (act.kind) {
    case 'steer':
      return mapResult(await call(staffCalls.controlSteer, { params, body: act.body }), said);
    case 'message': {
      const body = { message: act.message };
      return mapResult(await call(staffCalls.controlMessage, { params, body }), said);
    }
    case 'remove': {
      const body = { email: act.email, reason: act.reason };
      return mapResult(await call(staffCalls.controlRemove, { params, body }), said);
    }
    case 'give':
      return mapResult(await call(staffCalls.controlGive, { params, body: act.body }), said);
  }
}

/** Provides the desk machine with its calls. */
export function wireDesk(call: PlainCall) {
  return deskMachine.provide({
    actors: {
      find: fromPromise(async ({ input }: { input: { readonly query: string } }) =>
        mapResult(
          await call(staffCalls.deskFind, { query: { q: input.query } }),
          ({ orders }) => orders,
        ),
      ),
      open: fromPromise(({ input }: { input: { readonly orderCode: string } }) =>
        call(staffCalls.deskOrder, { params: { orderCode: input.orderCode } }),
      ),
      act: fromPromise(
        ({ input }: { input: { readonly orderCode: string; readonly act: DeskAct } }) =>
          sendDesk(call, input.orderCode, input.act),
      ),
    },
  });
}

function sendDesk(call: PlainCall, orderCode: string, act: DeskAct): Promise<Result<unknown>> {
  const order = { params: { orderCode } };
  switch (act.kind) {
    case 'sendAgain':
      return call(staffCalls.deskSendAgain, order);
    case 'refund':
      return call(staffCalls.deskRefund, { ...order, body: act.body });
    case 'rename':
      return call(staffCalls.deskRename, {
        params: { id: act.ticketId },
        body: { name: act.name },
      });
    case 'reissue':
      return call(staffCalls.deskReissue, { params: { id: act.ticketId }, body: {} });
    case 'void':
      return call(staffCalls.deskVoid, {
        params: { id: act.ticketId },
        body: { seat: act.seat },
      });
    case 'move':
      return call(staffCalls.deskMove, {
        params: { id: act.ticketId },
        body: { seat_number: act.seatNumber },
      });
  }
}
