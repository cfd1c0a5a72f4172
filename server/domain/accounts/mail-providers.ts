/** How a provider delivers: its domains, of which the first names the mailbox, and what it ignores in the local part. */
interface MailProvider {
  readonly domains: readonly string[];
  /** Dots do not tell mailboxes apart. */
  readonly dots?: true;
  /** The sign before a tag; `plus` where the provider documents none, because many mail servers read it so. */
  readonly tag?: 'plus' | 'minus' | 'both';
  /** Where the provider says so. */
  readonly source?: string;
}

/**
 * The public providers of mailboxes. A change of `dots` or `tag`, or of the first domain, needs a step that makes `person_of` and `accounts.person` again;
 * further rows of providers without either need none.
 */
const mailProviders: readonly MailProvider[] = [
  {
    domains: ['gmail.com', 'googlemail.com'],
    dots: true,
    source: 'https://support.google.com/mail/answer/7436150',
  },
  {
    domains: ['outlook.com'],
    source:
      'https://learn.microsoft.com/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online',
  },
  ...['hotmail.com', 'live.com', 'msn.com', 'outlook.co.id', 'hotmail.co.id', 'live.co.id'].map(
    (domain) => ({ domains: [domain] }),
  ),
  {
    domains: ['icloud.com', 'me.com', 'mac.com'],
    source: 'https://support.apple.com/en-us/102548',
  },
  // A base name and a keyword: name-keyword@yahoo.com.
  ...['yahoo.com', 'yahoo.co.id', 'yahoo.co.uk', 'yahoo.com.sg', 'ymail.com', 'rocketmail.com'].map(
    (domain) => ({
      domains: [domain],
      tag: 'both' as const,
      source: 'https://help.yahoo.com/kb/SLN28815.html',
    }),
  ),
  {
    domains: ['proton.me', 'protonmail.com', 'pm.me'],
    dots: true,
    source: 'https://proton.me/support/addresses-and-aliases',
  },
  { domains: ['fastmail.com'], source: 'https://www.fastmail.help/hc/en-us/articles/360060591053' },
  { domains: ['fastmail.fm'] },
  { domains: ['zohomail.com'], source: 'https://www.zoho.com/mail/help/plus-addressing.html' },
  { domains: ['zoho.com'] },
  {
    domains: ['yandex.ru', 'yandex.com', 'ya.ru', 'yandex.by', 'yandex.kz'],
    source: 'https://yandex.com/support/mail/web/preferences/aliases.html',
  },
  ...[
    'aol.com',
    'gmx.com',
    'gmx.net',
    'gmx.de',
    'web.de',
    'mail.com',
    'mail.ru',
    'bk.ru',
    'inbox.ru',
    'list.ru',
  ].map((domain) => ({ domains: [domain] })),
  ...['tutanota.com', 'tuta.com', 'hey.com', 'posteo.de', 'mailbox.org', 'hushmail.com'].map(
    (domain) => ({ domains: [domain] }),
  ),
  ...[
    'qq.com',
    '163.com',
    '126.com',
    'sina.com',
    'foxmail.com',
    'naver.com',
    'daum.net',
    'hanmail.net',
  ].map((domain) => ({ domains: [domain] })),
  ...[
    'plasa.com',
    'telkom.net',
    'indosat.net.id',
    'rediffmail.com',
    'comcast.net',
    'btinternet.com',
    'orange.fr',
  ].map((domain) => ({ domains: [domain] })),
];

const publicDomains: ReadonlySet<string> = new Set(mailProviders.flatMap(({ domains }) => domains));

/** True for a domain in lower case at which anybody can have a mailbox. */
export function isPublicDomain(domain: string): boolean {
  return publicDomains.has(domain);
}
