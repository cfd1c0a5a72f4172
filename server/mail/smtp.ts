import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import type { OutboxRow } from './outbox-rows.ts';

const smtpTimeoutMs = 20_000;

/** A file attached to an e-mail. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array | string;
}

/** An outbox row with its attachments. */
export interface EmailWithAttachments
  extends Pick<
    OutboxRow,
    'recipient' | 'subject' | 'body_text' | 'body_html' | 'reply_to' | 'token'
  > {
  readonly attachments: readonly Attachment[];
}

/** Sends one e-mail; rejects on failure. */
export type SendEmail = (email: EmailWithAttachments) => Promise<void>;

/** Creates the sender for the configured SMTP server; null without SMTP_URL. */
export function createSmtpSender(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailBounceAddress'>,
): SendEmail | null {
  if (config.smtpUrl === null) return null;
  const transport = nodemailer.createTransport({
    url: config.smtpUrl,
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
    // The content of an e-mail must not make nodemailer read local files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (email) => {
    await transport.sendMail(messageOf(email, config));
  };
}

/** An outbox row as nodemailer takes it. Addresses are objects: nodemailer parses a text as a list, in which one address may be another or several. */
export function messageOf(
  email: EmailWithAttachments,
  config: Pick<Config, 'mailFrom' | 'mailBounceAddress'>,
) {
  const { recipient, subject, body_text, body_html, reply_to, token, attachments } = email;
  const sender = addressOf(config.mailFrom);
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  return {
    from: { name: /^(.*?)\s*</.exec(config.mailFrom)?.[1] ?? '', address: sender },
    to: { name: '', address: recipient },
    subject,
    text: body_text,
    ...(body_html === null ? {} : { html: body_html }),
    ...(reply_to === null ? {} : { replyTo: { name: '', address: reply_to } }),
    // Constant over retries, so that mailboxes recognise a duplicate.
    messageId: `<${token}@${domain}>`,
    envelope: {
      from: { name: '', address: bounceAddress(config.mailBounceAddress, token) ?? sender },
      to: { name: '', address: recipient },
    },
    // Suppresses out-of-office replies.
    headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content: typeof content === 'string' ? content : Buffer.from(content),
    })),
  };
}

/** The envelope sender that identifies the bounces of one e-mail: `bounce+TOKEN@…` for `bounce@…`; null if not configured. */
export function bounceAddress(address: string | null, token: string): string | null {
  if (address === null) return null;
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}

/** Returns the bare address of `Name <address>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}
