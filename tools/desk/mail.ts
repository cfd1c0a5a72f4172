import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml } from '../../contract/texts/html.ts';
import { devPage, devPagePolicy, prefersHtml } from '../../server/demo/tool-page.ts';
import { envelope } from '../../server/http/envelope.ts';
import { Refusal } from '../../server/http/refusal.ts';
import type { Services } from '../../server/services.ts';

const shownAtMost = 200;
const maxDelaySeconds = 3_600;
const delayWords = `Send {"delay_seconds": n} with a whole number from 0 to ${maxDelaySeconds}`;
const delaySchema = z.strictObject({
  delay_seconds: z
    .int(delayWords)
    .check(z.minimum(0, delayWords), z.maximum(maxDelaySeconds, delayWords)),
});
const querySchema = z.object({ to: z.optional(z.string().check(z.trim())) });

interface ShownMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sent_at: string;
}

/** An e-mail with its HTML, which the JSON omits: clients rely on its four fields. */
interface StoredMail extends ShownMail {
  readonly html: string | null;
}

/**
 * GET /dev/mail?to=EMAIL: the outbox, newest first, as JSON or as a page (§16.10). POST /dev/mail with {"delay_seconds": n} delays every
 * later e-mail by that much. Throws 422 for another body.
 */
export function mountMailTool(app: FastifyInstance, services: Services): void {
  app.get('/dev/mail', async (request, reply) => {
    const query = querySchema.safeParse(request.query);
    // No address contains NUL, which PostgreSQL refuses in a text.
    const to = query.success ? query.data.to?.replaceAll('\0', '') : undefined;
    const mails = await readMails(services, to === '' ? undefined : to);
    if (!prefersHtml(request.headers.accept))
      return reply.send(mails.map(({ html: _, ...shown }) => shown satisfies ShownMail));
    return reply
      .header('content-security-policy', devPagePolicy)
      .type('text/html; charset=utf-8')
      .send(mailPage(mails, to));
  });
  app.post('/dev/mail', async (request, reply) => {
    const body = delaySchema.safeParse(request.body);
    if (!body.success) throw new Refusal(422, delayWords);
    services.mailer.delay.seconds = body.data.delay_seconds;
    return reply.send(envelope(200, 'OK', body.data));
  });
}

async function readMails({ clock, db }: Services, to: string | undefined): Promise<StoredMail[]> {
  const rows = await db.query<{
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string | null;
    created_at: Date;
  }>(
    `select recipient, subject, body_text, body_html, created_at from mails
      where ($1::text is null or lower(recipient) = lower($1)) and created_at <= $3
      order by id desc limit $2`,
    [to ?? null, shownAtMost, clock.now()],
  );
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    sent_at: row.created_at.toISOString(),
  }));
}

function mailPage(mails: readonly StoredMail[], to: string | undefined): string {
  const whose = to === undefined || to === '' ? 'everybody' : to;
  const articles = mails.map(
    (mail) => `<article>
<strong>${escapeHtml(mail.subject)}</strong>
<div class="quiet">to <a href="/dev/mail?to=${encodeURIComponent(mail.to)}">${escapeHtml(mail.to)}</a>, ${escapeHtml(mail.sent_at)}</div>
${preview(mail)}<pre>${escapeHtml(mail.text)}</pre>
</article>`,
  );
  const list = articles.length === 0 ? '<p class="quiet">No e-mail yet.</p>' : articles.join('\n');
  return devPage(`Mail to ${whose}`, `<p><a href="/dev">All tools</a></p>\n${list}`);
}

/** The e-mail as a mail program shows it: in a frame that runs no scripts and has an opaque origin. */
function preview({ html, subject }: StoredMail): string {
  if (html === null) return '';
  return `<iframe sandbox title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}" style="width:100%;height:36rem;border:1px solid #d6d3d1;border-radius:0.5rem;margin:0.75rem 0"></iframe>`;
}
