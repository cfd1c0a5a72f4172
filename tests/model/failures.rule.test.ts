import { expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { statecharts } from '../../scripts/statecharts/machines.ts';

const press = 'A press: what failed is told where it was made, and only a person repeats it.';
const typed = 'The form is back with the message; what is sent is typed by a person.';

/** The failures that time does not lead on from, each with its reason. */
const resting: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  root: {
    'otp → place.verifying.signedOut': 'A bug of the flow: the page offers the sign-in.',
    'passwordReset → place.verifying.signedOut': 'A bug of the flow: the page offers the sign-in.',
  },
  auth: {
    'fetchUserAgain → account.anonymous.login.editing': typed,
    'login → account.anonymous.login.editing': typed,
    'openGoogle → account.anonymous.login.editing': press,
    'openGoogle → account.anonymous.register.editing': press,
    'register → account.anonymous.register.editing': typed,
    'reloadHome → account.anonymous.idle': 'Signed out already: the page is loaded by hand.',
    'requestCode → account.anonymous.login.editing': typed,
    'untilShownAgain → account.anonymous.login.editing': typed,
    'untilShownAgain → account.anonymous.register.editing': typed,
  },
  otp: {
    'readStatus → code.clock.stopped': 'The code is typed without a clock.',
    'readStatus → code.entry.entering': 'The code is typed without a clock.',
    'sendCode → code.resend.ready': press,
    'validateCode → code.entry.entering': typed,
    'validateCode → code.entry.expired': press,
  },
  passwordReset: {
    'resetPassword → code.entry.entering': typed,
    'resetPassword → code.entry.expired': press,
    'sendCode → code.resend.ready': press,
    'sendFirstCode → asking': typed,
  },
  session: { 'exitSession → exit.idle': press },
  seatDraft: { 'cancelDraft → askingDraft': press },
  payment: {
    'clearEvent → completed.proven.clear': 'Paid: what was stored of the event may stay.',
    'readStatus → refused.shown': 'The end is known, and its message stays.',
  },
  transferAcceptance: { 'accept → offered': typed },
  refundAccount: { 'check → naming': typed, 'give → confirming': press },
  gate: { 'open → locked': 'The pass is asked for.', 'unlock → locked': press },
  staff: { 'accept → invited': typed, 'signIn → signedOut': typed, 'signOut → signedIn': press },
  control: { 'act → act.refused': press },
  desk: { 'act → opened': press, 'find → idle': typed },
};

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];
const restOf = (node: AnyStateNode): AnyStateNode[] =>
  node.type === 'parallel'
    ? Object.values(node.states).flatMap(restOf)
    : node.type === 'compound'
      ? restOf(node.initial.target[0] as AnyStateNode)
      : [node];

/** True where a state is left without an event: by a delay, at once, or by the end of a call. */
function isLeftByTime(node: AnyStateNode): boolean {
  if (node.parent === undefined) return false;
  const isLeft = node.after.length > 0 || node.invoke.length > 0 || (node.always ?? []).length > 0;
  return isLeft || node.type === 'final' || isLeftByTime(node.parent);
}

it.each(statecharts.map(({ machine }) => [machine.id, machine.root] as const))(
  'every state of %s that a failed call leads to is left by time, or is named with its reason (§4.110)',
  (id, root) => {
    const stuck = nodesOf(root).flatMap((node) =>
      node.invoke.flatMap((call) =>
        (node.transitions.get(`xstate.error.actor.${call.id}`) ?? [])
          .flatMap(({ target }) => (target ?? [node]).flatMap(restOf))
          .filter((rest) => !isLeftByTime(rest))
          .map((rest) => `${call.id} → ${rest.path.join('.')}`),
      ),
    );
    expect([...new Set(stuck)].toSorted()).toEqual(Object.keys(resting[id] ?? {}).toSorted());
  },
);
