import { drawsAtOf, type SaleFacts } from '../catalogue/sale.ts';
import type { DrawKind, DrawState } from '../lifecycle/draw.ts';

/** A draw whose order is not published yet. */
export interface PendingDraw {
  readonly id: string;
  readonly kind: DrawKind;
  readonly state: DrawState & ('opened' | 'closed');
  /** People in the waiting room; once its list is closed, those of the list. */
  readonly entrants: number;
}

/** An event with its pending draw, the earlier one of two; null for none. */
export type PendingDrawRow = { readonly draw: PendingDraw | null };

/** Column of `PendingDrawRow` from `events e`. */
export const pendingDrawColumn = `(select jsonb_build_object('id', d.id, 'kind', d.kind, 'state', d.state,
    'entrants', coalesce(d.entrants, d.waiting)) from draws d
  where d.event_id = e.id and d.state in ('opened', 'closed') order by d.opened_at limit 1) as draw`;

/** True once the moment of a draw has come whose list is still open. */
export function isClosingDue(facts: SaleFacts & PendingDrawRow): boolean {
  const { draw, judged_at: now } = facts;
  if (draw?.state !== 'opened') return false;
  const at = drawsAtOf(facts, draw.kind);
  return at === null || at <= now;
}

/** True between the moment of a draw and its order: nobody gets a turn meanwhile, and new numbers are behind those of the list. */
export function isUndrawn(facts: SaleFacts & PendingDrawRow): boolean {
  return facts.draw?.state === 'closed' || isClosingDue(facts);
}
