import * as z from 'zod/mini';
import { type CallShape, defineCall } from '../call/call.ts';
import {
  atMost,
  emailSchema,
  instantSchema,
  newPasswordSchema,
  otpSchema,
  personNameSchema,
  typedPasswordSchema,
} from '../fields.ts';
import {
  controlDoors,
  controlFigures,
  controlGive,
  controlMessage,
  controlRemove,
  controlSteer,
} from './control.ts';
import {
  deskAnswers,
  deskFind,
  deskMove,
  deskOrder,
  deskRefund,
  deskRefunds,
  deskReissue,
  deskRename,
  deskSendAgain,
  deskVoid,
} from './desk.ts';
import { staffActs, staffRoles } from './roles.ts';

/** The page for invitations, sign-in and the list of staff; the fragment of an invitation holds its token. */
export const staffPagePath = '/staff';
/** Hours in which an invitation can be accepted. */
export const invitationHours = 72;

const rolesSchema = z
  .array(z.enum(staffRoles, 'The roles are owner, sales, support, finance and door'))
  .check(z.minLength(1, 'Choose at least one role'), z.maxLength(staffRoles.length));
const tokenSchema = z.string().check(atMost(60, 'This invitation is not valid'), z.minLength(1));
const personParams = z.object({ id: z.string().check(atMost(36), z.uuid('Not a person')) });

/** Somebody of the staff, as that person sees it after sign-in. */
export const staffSelfSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(staffRoles)),
  acts: z.array(z.enum(Object.keys(staffActs) as (keyof typeof staffActs)[])),
});
/** Somebody of the staff, as that person sees it after sign-in. */
export type StaffSelf = z.infer<typeof staffSelfSchema>;

/** One row of the list of staff. */
export const staffPersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(staffRoles)),
  state: z.enum(['invited', 'active', 'removed']),
  last_seen_at: z.nullable(instantSchema),
});
/** One row of the list of staff. */
export type StaffPerson = z.infer<typeof staffPersonSchema>;

/** POST /staff/sign-in: password and code of the authenticator at once, refused alike whatever was wrong. */
export const staffSignIn = defineCall({
  method: 'POST',
  path: '/staff/sign-in',
  summary: 'Sign in as staff with e-mail, password and the code of the authenticator',
  access: 'public',
  body: z.strictObject({ email: emailSchema, password: typedPasswordSchema, code: otpSchema }),
  refusals: { wrongCredentials: 401, tooManyFailures: 429, signInsBusy: 429 },
  answer: staffSelfSchema,
});

/** POST /staff/sign-out: ends the session of the staff cookie. */
export const staffSignOut = defineCall({
  method: 'POST',
  path: '/staff/sign-out',
  summary: 'Sign out as staff',
  access: 'staff',
  answer: z.null(),
});

/** GET /staff/me: who is signed in, and what the roles allow. */
export const staffMe = defineCall({
  method: 'GET',
  path: '/staff/me',
  summary: 'The signed-in person of the staff',
  access: 'staff',
  answer: staffSelfSchema,
});

/** POST /staff/invitation: what an invitation says, and the secret for the authenticator. The token is in the body, which no log contains. */
export const readInvitation = defineCall({
  method: 'POST',
  path: '/staff/invitation',
  summary: 'Read an invitation: name, roles, and the key for the authenticator',
  access: 'public',
  body: z.strictObject({ token: tokenSchema }),
  refusals: { invitationInvalid: 404 },
  answer: z.object({
    name: z.string(),
    email: z.string(),
    roles: z.array(z.enum(staffRoles)),
    /** An otpauth: address for a QR code. */
    authenticator: z.string(),
    /** The same key in base32, to be typed. */
    secret: z.string(),
    expires_at: instantSchema,
  }),
});

/** POST /staff/invitation/accept: sets the password, proves the authenticator and signs in. */
export const acceptInvitation = defineCall({
  method: 'POST',
  path: '/staff/invitation/accept',
  summary: 'Accept an invitation with a password and the first code of the authenticator',
  access: 'public',
  body: z.strictObject({ token: tokenSchema, password: newPasswordSchema, code: otpSchema }),
  refusals: { invitationInvalid: 404, codeWrong: 422, passwordTooEasy: 422, signInsBusy: 429 },
  answer: staffSelfSchema,
});

/** GET /staff/events: the shows that are not over for two days, by date. */
export const staffEvents = defineCall({
  method: 'GET',
  path: '/staff/events',
  summary: 'Shows for the staff, by date',
  access: 'staff',
  answer: z.object({
    events: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        /** Name of the show within its series. */
        night: z.nullable(z.string()),
        venue_name: z.string(),
        starts_at: instantSchema,
        sale: z.string(),
      }),
    ),
  }),
});

/** GET /staff/people: everybody of the staff, the removed last. */
export const listStaff = defineCall({
  method: 'GET',
  path: '/staff/people',
  summary: 'Everybody of the staff',
  access: 'staff',
  act: 'manageStaff',
  answer: z.object({ people: z.array(staffPersonSchema) }),
});

/** POST /staff/people: invites somebody, or invites again who lost the password or the authenticator; the link is in this response alone. */
export const inviteStaff = defineCall({
  method: 'POST',
  path: '/staff/people',
  summary: 'Invite somebody to the staff; a second invitation replaces password and authenticator',
  access: 'staff',
  act: 'manageStaff',
  body: z.strictObject({ email: emailSchema, name: personNameSchema, roles: rolesSchema }),
  refusals: { lastOwner: 409 },
  answer: z.object({ person: staffPersonSchema, path: z.string(), expires_at: instantSchema }),
});

/** POST /staff/people/{id}/roles: replaces the roles of a person. */
export const changeStaffRoles = defineCall({
  method: 'POST',
  path: '/staff/people/{id}/roles',
  summary: 'Replace the roles of a person',
  access: 'staff',
  act: 'manageStaff',
  params: personParams,
  body: z.strictObject({ roles: rolesSchema }),
  refusals: { staffNotFound: 404, lastOwner: 409 },
  answer: staffPersonSchema,
});

/** POST /staff/people/{id}/remove: ends the sessions of a person, who can no longer sign in. */
export const removeStaff = defineCall({
  method: 'POST',
  path: '/staff/people/{id}/remove',
  summary: 'Remove a person from the staff; the open sessions end at once',
  access: 'staff',
  act: 'manageStaff',
  params: personParams,
  refusals: { staffNotFound: 404, lastOwner: 409 },
  answer: staffPersonSchema,
});

/** The calls of staff, apart from those of the shop, whose first load would otherwise contain them. */
export const staffCalls = {
  staffSignIn,
  staffSignOut,
  staffMe,
  readInvitation,
  acceptInvitation,
  staffEvents,
  listStaff,
  inviteStaff,
  changeStaffRoles,
  removeStaff,
  deskFind,
  deskOrder,
  deskAnswers,
  deskSendAgain,
  deskRename,
  deskReissue,
  deskVoid,
  deskMove,
  deskRefund,
  deskRefunds,
  controlFigures,
  controlSteer,
  controlMessage,
  controlRemove,
  controlGive,
  controlDoors,
} as const satisfies Record<string, CallShape>;

/** Name of a call of staff. */
export type StaffCallName = keyof typeof staffCalls;
