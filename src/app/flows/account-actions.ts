import { useCallback } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useFlow, useRoot, useRootSelector } from '../actor-context.tsx';
import type { HeaderAccount } from '../header/site-header.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const statuses = {
  checking: 'checking',
  anonymous: 'signedOut',
  // Only a proven address counts as signed in (§4.80).
  unverified: 'signedOut',
  verified: 'signedIn',
} as const;

const selectStatus = ({ context }: RootSnapshot) => statuses[context.auth];
const selectUser = ({ context }: RootSnapshot) => context.user;

/** The account, and the sign-in and sign-out actions of the menus. */
export function useAccount(): {
  readonly account: HeaderAccount;
  readonly signOut: () => void;
  readonly openLogin: () => boolean;
} {
  const root = useRoot();
  const auth = useFlow('auth');
  const status = useRootSelector(selectStatus);
  const user = useRootSelector(selectUser);
  const signOut = useCallback(() => auth?.send({ type: 'auth.signOut' }), [auth]);
  return {
    account: { status, user },
    signOut,
    openLogin: () => {
      const returnTo = root.getSnapshot().context.screen;
      const open = { type: 'login.open', surface: 'modal', returnTo } as const;
      if (auth?.getSnapshot().can(open) !== true) return false;
      auth.send(open);
      return true;
    },
  };
}
