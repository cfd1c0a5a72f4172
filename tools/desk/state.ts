import type { Services } from '../../server/services.ts';
import type { Fault, Faults } from './faults.ts';
import type { Payers } from './payers.ts';

/** The effects of the tools and the state of the server, as the desk shows them. */
export interface DeskState {
  readonly now: string;
  readonly offset_seconds: number;
  readonly broker_up: boolean;
  readonly mail_delay_seconds: number;
  readonly faults: readonly Fault[];
  /** Events with a capacity, paused or with sessions; a `capacity` of null means no limit. */
  readonly rooms: readonly {
    readonly slug: string;
    readonly capacity: number | null;
    readonly paused: boolean;
    readonly online: number;
    readonly waiting: number;
  }[];
  readonly events: readonly string[];
  readonly payments: readonly {
    readonly id: string;
    readonly order_code: string;
    readonly amount: number;
    readonly method: string;
  }[];
}

/** Tools whose effects the desk shows. */
export interface DeskSources {
  readonly faults: Faults;
  readonly payers: Payers;
}

/** Reads the state of the server for the desk. */
export async function readDeskState(
  services: Services,
  { faults, payers }: DeskSources,
): Promise<DeskState> {
  const { broker, clock, db, mailer } = services;
  const rooms = await db.query<DeskState['rooms'][number]>(
    `select slug, capacity, paused, online, waiting from (
       select e.slug, r.capacity, r.paused,
         (select count(*)::int from purchase_sessions s where s.event_id = e.id
           and s.state in ('online', 'payment_selection', 'payment_processing')) as online,
         (select count(*)::int from purchase_sessions s where s.event_id = e.id and s.state = 'queued') as waiting
       from queue_rooms r join events e on e.id = r.event_id) rooms
     where capacity is not null or paused or online > 0 or waiting > 0 order by slug`,
  );
  const events = await db.query<{ slug: string }>('select slug from events order by slug');
  const charges = await payers.pending();
  return {
    now: clock.now().toISOString(),
    offset_seconds: clock.offsetSeconds,
    broker_up: broker.up,
    mail_delay_seconds: mailer.delay.seconds,
    faults: faults.list(),
    rooms,
    events: events.map(({ slug }) => slug),
    payments: charges.map((charge) => ({
      id: charge.payment_id,
      order_code: charge.order_code,
      amount: charge.amount,
      method: charge.method_code,
    })),
  };
}
