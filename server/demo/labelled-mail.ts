import type { Email, Mailer } from '../mail/mailer.ts';

const words =
  'DEMO: uang simulasi, tiket tidak berlaku. / DEMO: simulated money, tickets are not valid.';

/** An e-mail with a note at its top, in its text and HTML parts, that it comes from a demo. */
export function labelled(mail: Email): Email {
  const strip = `<p style="margin:0 auto 12px;max-width:520px;padding:8px 12px;background:#7a2e00;color:#ffffff;font-weight:700">${words}</p>`;
  return {
    ...mail,
    subject: `[DEMO] ${mail.subject}`,
    text: `${words}\n\n${mail.text}`,
    ...(mail.html === undefined
      ? {}
      : { html: mail.html.replace(/<body[^>]*>/, (body) => body + strip) }),
  };
}

/** The mailer of a demo: every e-mail has the label. */
export function labelledMailer(mailer: Mailer): Mailer {
  return {
    ...mailer,
    delay: mailer.delay,
    send: (mail) => mailer.send(labelled(mail)),
    enqueue: (tx, ...mails) => mailer.enqueue(tx, ...mails.map(labelled)),
  };
}
