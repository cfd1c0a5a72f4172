import { staffCalls } from '../../contract/staff/calls.ts';
import { createPasswordHasher } from '../domain/accounts/passwords.ts';
import { readStaffEvents } from '../domain/control/figures.ts';
import { staffKey } from '../domain/staff/failed-sign-ins.ts';
import { accept, openInvitation } from '../domain/staff/invitations.ts';
import { changeRoles, invite, listPeople, remove } from '../domain/staff/people.ts';
import { selfOf, signIn, signOut } from '../domain/staff/sign-in.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { staffCookie, staffTrail } from '../http/staff-session.ts';
import { knownDeviceCookie } from '../limits/read-visitor.ts';

/** Staff of the shop: invitations, sign-in, and the list that an owner keeps (decision 070). */
export const routes: Routes = (serve, services) => {
  const { clock, config, db, keys } = services;
  // Its own, so that a crowd of buyers who sign in does not delay the staff.
  const hasher = createPasswordHasher();

  serve(staffCalls.staffSignIn, async ({ body, request, visitor }) => {
    const origin = originOf(request);
    const { self, sessionId } = await signIn(
      services,
      keys.staff,
      hasher,
      body,
      visitor,
      clock.now(),
      origin,
    );
    const device = knownDeviceCookie(services, request, staffKey(body.email));
    return { data: self, cookies: [staffCookie(config, request, sessionId), device] };
  });

  serve(staffCalls.staffSignOut, async ({ staff, request }) => {
    await signOut(db, staff, staffTrail(staff, request), clock.now());
    return { data: null, cookies: [staffCookie(config, request, null)] };
  });

  serve(staffCalls.staffMe, async ({ staff }) => ({ data: selfOf(staff) }));

  serve(staffCalls.readInvitation, async ({ body }) => ({
    data: await openInvitation(db, keys.staff, config.productName, body.token, clock.now()),
  }));

  serve(staffCalls.acceptInvitation, async ({ body, request, visitor }) => {
    const origin = originOf(request);
    const { self, sessionId } = await accept(
      db,
      keys.staff,
      hasher,
      body,
      visitor,
      clock.now(),
      origin,
    );
    return { data: self, cookies: [staffCookie(config, request, sessionId)] };
  });

  serve(staffCalls.staffEvents, async () => ({
    data: { events: await readStaffEvents(services) },
  }));

  serve(staffCalls.listStaff, async () => ({ data: { people: await listPeople(db) } }));

  serve(staffCalls.inviteStaff, async ({ body, staff, request }) => {
    const by = staffTrail(staff, request);
    const made = await invite(db, keys.staff, body, by, clock.now());
    const { person, path, expiresAt } = made;
    return { data: { person, path, expires_at: expiresAt.toISOString() } };
  });

  serve(staffCalls.changeStaffRoles, async ({ params, body, staff, request }) => ({
    data: await changeRoles(db, params.id, body.roles, staffTrail(staff, request), clock.now()),
  }));

  serve(staffCalls.removeStaff, async ({ params, staff, request }) => ({
    data: await remove(db, params.id, staffTrail(staff, request), clock.now()),
  }));
};
