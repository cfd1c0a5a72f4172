import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { transferAcceptanceMachine } from '../../../machines/transfer-acceptance/transfer-acceptance.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { usePageActor } from '../../app/page-actor.ts';
import { transferAcceptanceEffects } from '../../effects/flows/transfer.ts';
import { TransferView } from './transfer.view.tsx';
import { useTransferParts } from './use-transfer-parts.ts';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const selectToken = ({ context: { screen } }: RootSnapshot) =>
  screen.name === 'transfer' ? screen.token : '';
const selectReader = ({ context: { auth, user } }: RootSnapshot) => ({
  auth,
  name: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
});

function Transfer({ token }: { readonly token: string }) {
  const parts = useTransferParts();
  const reader = useRootSelector(selectReader);
  const actor = usePageActor(
    () => transferAcceptanceMachine.provide({ actors: transferAcceptanceEffects(parts) }),
    { token },
  );
  const snapshot = useSelector(actor, (current) => current);
  return (
    <TransferView
      state={snapshot.value}
      context={snapshot.context}
      reader={reader}
      onAccept={(holderName) => actor.send({ type: 'accept', holderName })}
      onRetry={() => actor.send({ type: 'retry' })}
    />
  );
}

/** /transfer/{token}: the link of an offered ticket (decision 085). */
export default function TransferScreen() {
  const token = useRootSelector(selectToken);
  return <Transfer key={token} token={token} />;
}
