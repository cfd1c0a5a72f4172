import { useMutation } from '@tanstack/react-query';
import type { SnapshotFrom } from 'xstate';
import { sendContact } from '../../../contract/contact.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import { CallError, refusedStatus } from '../../app/reads/queries.ts';
import { ContactUsView, type SendingState, type SentFields } from './contact-us.view.tsx';

const selectUser = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  context.auth === 'verified' ? context.user : null;

/** /contact-us (§2.400). */
export default function ContactUsScreen() {
  const api = useApi();
  const user = useRootSelector(selectUser);
  const { mutate, error, status } = useMutation({
    mutationFn: async ({ email, namaLengkap: name, pesan: message, subject }: SentFields) => {
      const answer = await api.call(sendContact, { body: { name, email, subject, message } });
      if (!answer.ok) throw new CallError(answer.failure);
    },
    networkMode: 'always',
  });
  const states: Readonly<Record<typeof status, SendingState>> = {
    idle: 'ready',
    pending: 'sending',
    success: 'sent',
    error: refusedStatus(error) === 429 ? 'too-many' : 'failed',
  };
  return (
    <ContactUsView
      name={user?.name ?? ''}
      email={user?.email ?? ''}
      state={states[status]}
      onSend={(fields, onSent) => mutate(fields, { onSuccess: onSent })}
    />
  );
}
