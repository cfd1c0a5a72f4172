import pg from 'pg';

/** The event whose line is measured, and the one whose seats are. */
export const lineEvent = 'pesta-rakyat-bandung';
export const seatEvent = 'konser-senja-jakarta';

const idOf = (name: string) => `md5('bench' || ${name})::uuid`;

/** People and sign-ins, written into the database of a bench by SQL, because nothing of their making is measured; their sessions come from calls. */
export class Scene {
  readonly #client: pg.Client;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
  }

  async open(): Promise<void> {
    await this.#client.connect();
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  /** Accounts from `from` to `to` with their sign-ins; the id of a sign-in is `bench` and the number. */
  async people(from: number, to: number): Promise<void> {
    await this.#client.query(
      `insert into accounts (id, email, first_name, last_name, phone_number, is_verified, created_at)
       select ${idOf('n')}, 'bench' || n || '@b' || n || '.contoh.id', 'Bench', n::text, '+628' || (1000000000 + n), true, now()
       from generate_series(${from}, ${to}) n`,
    );
    await this.#client.query(
      `insert into auth_sessions (id_hash, account_id, created_at, last_seen_at, expires_at)
       select encode(sha256(convert_to('bench' || n, 'UTF8')), 'hex'), ${idOf('n')}, now(), now(), now() + interval '6 hours'
       from generate_series(${from}, ${to}) n`,
    );
    await this.#client.query('analyze accounts, auth_sessions');
  }

  /** Pauses the queue of `lineEvent`, so that all who join it wait. */
  async pauseLine(): Promise<void> {
    await this.#client.query(
      `insert into queue_rooms (event_id, capacity, paused) select id, 1, true from events where slug = $1
       on conflict (event_id) do update set capacity = 1, paused = true`,
      [lineEvent],
    );
  }

  /** Removes the limit of `seatEvent`, so that all who join it have their turn. */
  async openSeats(): Promise<void> {
    await this.#client.query(
      `insert into queue_rooms (event_id, capacity, paused) select id, null, false from events where slug = $1
       on conflict (event_id) do update set capacity = null, paused = false`,
      [seatEvent],
    );
  }

  /** Free seats with numbers, in their order. */
  async seats(count: number): Promise<string[]> {
    const { rows } = await this.#client.query<{ seat_number: string }>(
      `select t.seat_number from seats t join events e on e.id = t.event_id
       where e.slug = $1 and t.status = 'available' and not t.is_standing order by t.id limit $2`,
      [seatEvent, count],
    );
    return rows.map((row) => row.seat_number);
  }
}
