import { escapeHtml } from '../../contract/texts/html.ts';
import { devPage } from './tool-page.ts';

/** The e-mails to one account, newest first: a demo without a mail server has no other way to deliver a code. */
export function emailsPage(
  emails: readonly {
    readonly subject: string;
    readonly body_text: string;
    readonly at: Date;
  }[],
): string {
  const shown = emails.map(
    ({ subject, body_text, at }) => `<article>
<strong>${escapeHtml(subject)}</strong>
<div class="quiet">${at.toISOString()}</div>
<pre>${escapeHtml(body_text)}</pre>
</article>`,
  );
  const intro =
    '<p lang="id">Demo ini tidak mengirim email. Email untuk akun Anda ada di sini; tidak ada orang lain yang dapat membacanya.</p>\n<p lang="en" class="quiet">This demo sends no e-mail. E-mails to your account are shown here; nobody else can read them.</p>';
  const list =
    shown.length === 0
      ? '<p class="quiet">Belum ada email. / No e-mail yet.</p>'
      : shown.join('\n');
  return devPage('Email Anda / Your e-mails', `${intro}\n${list}`);
}
