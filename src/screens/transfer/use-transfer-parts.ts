import { runningActor } from '../../../machines/root/root.system.ts';
import { useRoot } from '../../app/actor-context.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import type { TransferParts } from '../../effects/flows/transfer.ts';

/** What the effects of both sides of a transfer need. The actor of the sign-in is looked up when it is sent to: it may start later than the page. */
export function useTransferParts(): TransferParts {
  const api = useApi();
  const root = useRoot();
  return {
    api,
    onSignedOut: () => runningActor(root.system, 'auth')?.send({ type: 'auth.refused' }),
  };
}
