import type { SessionResponse } from '../../../contract/session.ts';
import type {
  SessionParentEvent,
  SessionReading,
} from '../../../machines/session/session.types.ts';
import { ok } from '../../support/flows/machines.ts';
import {
  answers,
  type Happening,
  type Journey,
  sends,
  travel,
} from '../../support/model/journey.ts';
import type { Stage } from '../../support/model/stage.ts';
import { sessionModel } from '../session.model.ts';

/** A journey of the session, with real-time by default. */
export const session = (journey: Omit<Journey, 'model' | 'from'> & { readonly from?: string }) =>
  travel({ model: sessionModel, from: 'with real-time', ...journey });
/** The server responds to a read. */
export const reads = (reading: SessionReading) => answers('readSession', ok(reading));
/** The server responds to the one read at zero. */
export const readsAtZero = (reading: SessionReading) => answers('readAtDeadline', ok(reading));
/** A page requests the session. */
export const asks: Happening = sends({ type: 'session.refresh' });

/** Every event sent to the root. */
export const tellings = (stage: Stage) => stage.told() as readonly SessionParentEvent[];
/** The last reading sent to the root, which the bubble and the header show. */
export const shown = (stage: Stage): SessionReading | null => {
  const last = tellings(stage).findLast((event) => event.type === 'session.read');
  return last?.reading ?? null;
};
/** The deadline of the header's countdown. */
export const shownDeadline = (stage: Stage) => shown(stage)?.deadline ?? null;

/** A session response in the format of the wire. */
export const wire = (over: Partial<NonNullable<SessionResponse['session']>>): SessionResponse => ({
  event: { id: '1', slug: 'konser', name: 'Konser Senja' },
  session: {
    id: 's1',
    state: 'online',
    remaining_seconds: 900,
    expires_at: null,
    context: { queue_enabled: true, browsing_allowed: true, session_duration_minutes: 15 },
    seq: 2,
    has_draft: false,
    end_reason: null,
    end_note: null,
    ...over,
  },
  queue_info: null,
});
