import type { Services } from '../../services.ts';

/** Sends the documents of all lines in which somebody waits to their readers, each when it has changed. */
export async function publishLines(services: Services): Promise<void> {
  const { broker, db, lines } = services;
  const waiting = await db.query<{ slug: string }>(
    `select e.slug from queue_rooms r join events e on e.id = r.event_id
     where exists (select 1 from purchase_sessions s where s.event_id = r.event_id and s.state = 'queued')`,
  );
  const slugs = new Set(waiting.map(({ slug }) => slug));
  for (const slug of broker.retainedLines()) slugs.add(slug);
  for (const slug of slugs) {
    const document = await lines.read(slug);
    broker.retainLine(slug, document?.line ?? null);
  }
}
