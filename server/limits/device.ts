import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A device that was not signed in at for so long is unknown again: browsers keep no cookie for longer. */
export const deviceLifeSeconds = 400 * 24 * 3_600;
/** Accounts one device is known to, the latest first: a family's tablet. */
const mostAccounts = 8;
const tagLength = 12;

/** A browser that carries a cookie this server made. It is no factor of a sign-in: it only keeps its owner's tries apart from strangers'. */
export interface Device {
  readonly id: string;
  /** Tags of the accounts somebody signed in to from it. */
  readonly tags: readonly string[];
}

/** Makes and reads the values of device cookies. */
export interface Devices {
  /** The device of a cookie value; null for none, a forged or an outlived one. */
  read(value: string | undefined, now: Date): Device | null;
  /** A device nobody knows yet. */
  fresh(): Device;
  /** The device with an account added; `accountKey` as of `accountKey()`. */
  with(device: Device | null, accountKey: string): Device;
  /** Whether somebody signed in to the account from it. */
  knows(device: Device | null, accountKey: string): boolean;
  /** The value for its cookie. */
  write(device: Device, now: Date): string;
}

/** Device cookies signed with `secret`: version, id, day of issue, tags of accounts, signature. */
export function createDevices(secret: string): Devices {
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const tagOf = (id: string, accountKey: string) =>
    hmac(`account\n${id}\n${accountKey}`).slice(0, tagLength);
  const sign = (content: string) => hmac(`device\n${content}`);
  return {
    read(value, now) {
      const given = /^(1\.([\w-]{22})\.(\d{1,12})\.([\w-]*))\.([\w-]{43})$/.exec(value ?? '');
      if (given === null) return null;
      const [, content = '', id = '', madeAt = '', tags = '', signature = ''] = given;
      if (!timingSafeEqual(Buffer.from(sign(content)), Buffer.from(signature))) return null;
      if (Number(madeAt) + deviceLifeSeconds < now.getTime() / 1000) return null;
      return { id, tags: tags.match(new RegExp(`.{${tagLength}}`, 'g')) ?? [] };
    },
    fresh: () => ({ id: randomBytes(16).toString('base64url'), tags: [] }),
    with(device, accountKey) {
      const { id, tags } = device ?? this.fresh();
      const tag = tagOf(id, accountKey);
      return { id, tags: [tag, ...tags.filter((other) => other !== tag)].slice(0, mostAccounts) };
    },
    knows: (device, accountKey) => device?.tags.includes(tagOf(device.id, accountKey)) === true,
    write({ id, tags }, now) {
      const content = `1.${id}.${Math.floor(now.getTime() / 1000)}.${tags.join('')}`;
      return `${content}.${sign(content)}`;
    },
  };
}
