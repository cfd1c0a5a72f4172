import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import type { LetterRow } from './letter-rows.ts';

const smtpTimeoutMs = 20_000;

/** A file that goes along with a letter. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array | string;
}

/** A letter with its files, ready to go. */
export interface PackedLetter
  extends Pick<
    LetterRow,
    'recipient' | 'subject' | 'body_text' | 'body_html' | 'reply_to' | 'token'
  > {
  readonly attachments: readonly Attachment[];
}

/** Carries one letter to the outside; rejects when it could not. */
export type CarryMail = (letter: PackedLetter) => Promise<void>;

/** Carries letters over the SMTP server of the settings; null where there is none. */
export function smtpCarrier(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailBounceAddress'>,
): CarryMail | null {
  if (config.smtpUrl === null) return null;
  const transport = nodemailer.createTransport({
    url: config.smtpUrl,
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
    // Whatever stands in a letter: no file of this machine and no address of the network goes along with it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = addressOf(config.mailFrom);
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  return async (letter) => {
    const { recipient, subject, body_text, body_html, reply_to, token, attachments } = letter;
    await transport.sendMail({
      from: config.mailFrom,
      to: { name: '', address: recipient },
      subject,
      text: body_text,
      ...(body_html === null ? {} : { html: body_html }),
      ...(reply_to === null ? {} : { replyTo: { name: '', address: reply_to } }),
      // The same each time: a mailbox can tell that one which came twice is one.
      messageId: `<${token}@${domain}>`,
      envelope: { from: bounceAddress(config.mailBounceAddress, token) ?? sender, to: recipient },
      // Nobody's absence note is to come back.
      headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
      attachments: attachments.map(({ filename, contentType, content }) => ({
        filename,
        contentType,
        content: typeof content === 'string' ? content : Buffer.from(content),
      })),
    });
  };
}

/** Where what comes back of one letter goes: `bounce+TOKEN@…` for `bounce@…`; null where nothing is set. */
export function bounceAddress(address: string | null, token: string): string | null {
  if (address === null) return null;
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}

/** The bare address of `Name <address>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}
