import { type ComponentType, Suspense } from 'react';
import { fetched } from '../ui/feedback/fetched.ts';

/** Slots of the product in which the demo renders content of its own. */
export type DemoPlace = 'banner' | 'credentials' | 'code' | 'payment' | 'account' | 'ticket';

interface DemoPartProps {
  readonly place: DemoPlace;
  /** Code of the bank, for an account number. */
  readonly bank?: string;
}

/** Content of the demo in a slot; renders nothing in any other build, which does not contain that code. */
export function DemoPart({ place, bank = '' }: DemoPartProps) {
  if (import.meta.env.MODE !== 'demo') return null;
  const Part = partAt(place);
  return (
    <Suspense>
      <Part bank={bank} />
    </Suspense>
  );
}

const parts = new Map<DemoPlace, ComponentType<{ readonly bank: string }>>();

function partAt(place: DemoPlace) {
  const known = parts.get(place);
  if (known !== undefined) return known;
  const part = fetched(async () => {
    const made = await import('./demo/parts.tsx');
    const all = {
      banner: made.Banner,
      credentials: made.Credentials,
      code: made.Code,
      payment: made.Payment,
      account: made.Account,
      ticket: made.TicketMark,
    };
    return { default: all[place] };
  });
  parts.set(place, part);
  return part;
}
