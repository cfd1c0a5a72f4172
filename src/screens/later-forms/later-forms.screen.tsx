import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SnapshotFrom } from 'xstate';
import type { FormSubmissions } from '../../../contract/forms.ts';
import { laterForms, saveLaterForms } from '../../../contract/ticket/later-forms.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import { answered, CallError, queryKeys, useAccountId } from '../../app/reads/queries.ts';
import { AccountLayout } from '../../app/shell/account-layout.tsx';
import { useText } from '../../text/translate.ts';
import { LaterFormsView } from './later-forms.view.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const selectCode = ({ context: { screen } }: RootSnapshot) =>
  screen.name === 'later-forms' ? screen.orderCode : '';
const selectUser = ({ context }: RootSnapshot) => context.user;

/** /my-tickets/{orderCode}/forms (decision 098). */
export default function LaterFormsScreen() {
  const t = useText();
  const api = useApi();
  const user = useAccountId();
  const queries = useQueryClient();
  const account = useRootSelector(selectUser);
  const orderCode = useRootSelector(selectCode);
  const params = { orderCode };
  const queryKey = [...queryKeys.mine, user ?? '', 'later-forms', orderCode] as const;
  const { data, error, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => answered(api.call(laterForms, { params, signal })),
    enabled: user !== null && orderCode !== '',
    // Read once a visit: a later read would find the buyer typing.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: (submissions: FormSubmissions) =>
      answered(api.call(saveLaterForms, { params, body: { form_submissions: submissions } })),
    networkMode: 'always',
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, answer);
      const stale = [queryKeys.tickets(user ?? ''), queryKeys.eTicket(user ?? '', '').slice(0, -1)];
      for (const key of stale) void queries.invalidateQueries({ queryKey: key });
    },
  });
  const readFailure = error instanceof CallError ? error.failure : null;
  const failure = save.error instanceof CallError ? save.error.failure : null;
  return (
    <AccountLayout title={t('title.laterForms')}>
      <LaterFormsView
        key={orderCode}
        order={data ?? null}
        readFailure={isError && data === undefined ? readFailure : null}
        failure={failure}
        busy={save.isPending}
        user={account}
        onSave={(submissions, onDone) => save.mutate(submissions, { onSuccess: onDone })}
        onRetry={() => void refetch()}
      />
    </AccountLayout>
  );
}
