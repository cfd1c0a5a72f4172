import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

type EmailRow = {
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string | null;
  readonly code: string | null;
  readonly lane: string;
  readonly enclosed: { accountId?: string } | null;
};

/** The e-mails to an address, the newest first. */
export function emailsTo(app: TestApp, email: string): Promise<EmailRow[]> {
  return app.services.db.query<EmailRow>(
    `select subject, body_text, body_html, code, lane, enclosed from mails
     where recipient = $1 order by id desc`,
    [email],
  );
}

/** The code in a text; empty if it has none. */
export function codeIn(text: string | undefined): string {
  return /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';
}

/** The code in the newest e-mail to an address, which may be written after the response. */
export async function codeTo(app: TestApp, email: string): Promise<string> {
  const newest = async () => codeIn((await emailsTo(app, email))[0]?.body_text);
  await expect.poll(newest, { timeout: 30_000 }).not.toBe('');
  return newest();
}

/** A code of six digits that is not this one. */
export function otherThan(code: string): string {
  return code === '111111' ? '222222' : '111111';
}
