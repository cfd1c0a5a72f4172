import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallShape, callPath } from '../../../../contract/call/call.ts';
import { apiRoot } from '../../../../contract/limits.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { type StaffRole, staffRoles } from '../../../../contract/staff/roles.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

/** Who may make each call, written out so that the table of acts cannot grade itself. */
const allowed: Readonly<Record<string, readonly StaffRole[]>> = {
  staffSignOut: staffRoles,
  staffMe: staffRoles,
  listStaff: ['owner'],
  inviteStaff: ['owner'],
  changeStaffRoles: ['owner'],
  removeStaff: ['owner'],
  deskFind: ['owner', 'support', 'finance'],
  deskOrder: ['owner', 'support', 'finance'],
  deskAnswers: ['owner', 'support'],
  deskSendAgain: ['owner', 'support'],
  deskRename: ['owner', 'support'],
  deskReissue: ['owner', 'support'],
  deskVoid: ['owner', 'support'],
  deskMove: ['owner', 'support'],
  deskRefund: ['owner', 'finance'],
  controlFigures: ['owner', 'sales', 'support', 'finance'],
  controlSteer: ['owner', 'sales'],
  controlMessage: ['owner', 'sales', 'support'],
  controlRemove: ['owner', 'support'],
  controlGive: ['owner', 'sales'],
  controlDoors: ['owner', 'sales', 'door'],
};
const rows = Object.entries<CallShape>(staffCalls).filter(([, { access }]) => access === 'staff');
const params = { id: randomUUID(), orderCode: 'TIADA-1', slug: 'tidak-ada' };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [] });
});
afterAll(() => app.close());

const send = (client: TestClient, call: CallShape) =>
  client.ask<{ code?: string }>(call.method, apiRoot + callPath(call.path, params), {
    ...(call.method === 'GET' ? {} : { body: {} }),
  });

it('names every call of the staff', () => {
  expect(Object.keys(allowed).sort()).toEqual(rows.map(([name]) => name).sort());
});

describe.each(staffRoles)('%s', (role) => {
  it.each(rows)('%s', async (name, call) => {
    const { status, body } = await send(await app.asStaff(role), call);
    if (allowed[name]?.includes(role) === true) {
      expect(body.code).not.toBe('roleMissing');
      expect([200, 404, 409, 422]).toContain(status);
    } else expect([status, body.code]).toEqual([403, 'roleMissing']);
  });
});
