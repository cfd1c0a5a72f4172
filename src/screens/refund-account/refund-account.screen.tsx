import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { refundAccountMachine } from '../../../machines/refund-account/refund-account.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { usePageActor } from '../../app/page-actor.ts';
import { useApi } from '../../app/reads/api-context.ts';
import { refundAccountEffects } from '../../effects/flows/refund-account.ts';
import { RefundAccountView } from './refund-account.view.tsx';

const selectToken = ({ context: { screen } }: SnapshotFrom<typeof rootMachine>) =>
  screen.name === 'refund-account' ? screen.token : '';

function Account({ token }: { readonly token: string }) {
  const api = useApi();
  const actor = usePageActor(
    () => refundAccountMachine.provide({ actors: refundAccountEffects(api) }),
    { token },
  );
  const { value, context } = useSelector(actor, (snapshot) => snapshot);
  return <RefundAccountView state={value} context={context} send={actor.send} />;
}

/** /refund-account/{token}: the bank account of a refund, by the signed link of an e-mail (decision 080). */
export default function RefundAccountScreen() {
  const token = useRootSelector(selectToken);
  return <Account key={token} token={token} />;
}
