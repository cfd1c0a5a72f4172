/** A delivery status notification (RFC 3464) about one e-mail. */
export interface DeliveryStatus {
  /** Token of the e-mail that the notification is about. */
  readonly token: string;
  readonly action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** Status code of RFC 3463, such as `5.1.1`. */
  readonly status: string;
}

/** The parsed notification, or the problem that makes it unusable. */
export type DeliveryStatusResult = DeliveryStatus | { readonly problem: string };

const knownActions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
/** Maximum nesting of MIME parts; no known server nests deeper. */
const maxDepth = 5;

interface Part {
  readonly type: string;
  readonly headers: string;
  readonly body: string;
}

/**
 * Parses a notification as the mail server passes it on, with its own headers. The token stands in the address that received it or in the
 * Message-ID of the returned e-mail. Never throws: a malformed message yields its problem.
 */
export function parseDeliveryStatus(message: string): DeliveryStatusResult {
  const text = message.replace(/\r?\n/g, '\n').replace(/^From .*\n/, '');
  const parts = partsOf(text, 0);
  const [whole] = parts;
  if (whole === undefined || headerOf(whole.headers, 'from') === null) {
    return { problem: 'This is no e-mail message: it has no From header. Pass the whole message.' };
  }
  const report = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type));
  if (report === undefined) {
    return {
      problem:
        'This message has no part of the type message/delivery-status (RFC 3464). It is a reply of a person or an absence note; nothing was recorded.',
    };
  }
  // Fields of the message come first, then a block for each recipient; our e-mails have one recipient.
  const blocks = report.body.split(/\n[ \t]*\n/).filter((block) => /^action\s*:/im.test(block));
  const block = blocks.find((each) => headerOf(each, 'action') === 'failed') ?? blocks[0];
  const action = block === undefined ? null : headerOf(block, 'action')?.toLowerCase();
  const status =
    /^[245]\.\d{1,3}\.\d{1,3}\b/.exec((block && headerOf(block, 'status')) ?? '')?.[0] ?? null;
  const matchedAction = knownActions.find((name) => name === action);
  if (matchedAction === undefined || status === null) {
    return {
      problem:
        'Its delivery-status part names no Action and Status of a recipient, as RFC 3464 asks for. Nothing was recorded.',
    };
  }
  const token = tokenOf(whole, parts);
  if (token === null) {
    return {
      problem:
        'It names no e-mail of this shop: neither by the address to which it came (name+TOKEN@…) nor by the Message-ID of an e-mail that it returns. Nothing was recorded.',
    };
  }
  return { token, action: matchedAction, status };
}

function tokenOf(whole: Part, parts: readonly Part[]): string | null {
  for (const name of ['x-original-to', 'delivered-to', 'envelope-to', 'to']) {
    const token = /\+([\da-f]{24,32})@/i.exec(headerOf(whole.headers, name) ?? '')?.[1];
    if (token !== undefined) return token.toLowerCase();
  }
  for (const { type, body } of parts) {
    if (!/^(?:message\/(?:rfc822|global)|text\/rfc822-headers)/.test(type)) continue;
    const token = /^<([\da-f]{24,32})@/i.exec(headerOf(body, 'message-id') ?? '')?.[1];
    if (token !== undefined) return token.toLowerCase();
  }
  return null;
}

/** Returns the unfolded value of the first header of this name, or null. */
function headerOf(text: string, name: string): string | null {
  for (const line of text.replace(/\n[ \t]+/g, ' ').split('\n')) {
    // A blank line ends the headers.
    if (line === '') return null;
    const at = line.indexOf(':');
    if (at > 0 && line.slice(0, at).trim().toLowerCase() === name) return line.slice(at + 1).trim();
  }
  return null;
}

/** Returns a message and its nested parts, outermost first. */
function partsOf(text: string, depth: number): Part[] {
  const cut = text.indexOf('\n\n');
  const headers = cut < 0 ? text : text.slice(0, cut);
  const body = cut < 0 ? '' : text.slice(cut + 2);
  const declared = headerOf(headers, 'content-type') ?? 'text/plain';
  const type = declared.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const encoding = headerOf(headers, 'content-transfer-encoding')?.toLowerCase();
  const isEncoded = encoding === 'base64' && !type.startsWith('multipart/');
  const own = {
    type,
    headers,
    body: isEncoded ? Buffer.from(body, 'base64').toString('utf8').replace(/\r\n/g, '\n') : body,
  };
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(declared);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (!type.startsWith('multipart/') || mark === undefined || depth >= maxDepth) return [own];
  const inner = `\n${body}`.split(`\n--${mark}`).slice(1);
  return [
    own,
    ...inner
      .filter((part) => !part.startsWith('--'))
      .flatMap((part) => partsOf(part.replace(/^[ \t]*\n/, ''), depth + 1)),
  ];
}
