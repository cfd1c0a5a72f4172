import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time without a sign-in after which a device is unknown again; browsers keep no cookie for longer. */
export const deviceLifeSeconds = 400 * 24 * 3_600;
/** Maximum number of accounts of one device, most recent first; a family may share a tablet. */
const mostAccounts = 8;
const tagLength = 12;

/** A browser with a cookie issued by this server. It is no factor of a sign-in: it only separates its owner's attempts from strangers'. */
export interface Device {
  readonly id: string;
  /** Tags of the accounts that have signed in on the device. */
  readonly tags: readonly string[];
}

/** Creates and parses the values of device cookies. */
export interface Devices {
  /** Returns the device of a cookie value; null if missing, forged or expired. */
  read(value: string | undefined, now: Date): Device | null;
  /** Returns a new, unknown device. */
  fresh(): Device;
  /** Returns the device with an account added; `accountKey` as returned by `accountKey()`. */
  with(device: Device | null, accountKey: string): Device;
  /** Whether the account has signed in on the device. */
  knows(device: Device | null, accountKey: string): boolean;
  /** Returns the cookie value of a device. */
  write(device: Device, now: Date): string;
}

/** Creates the parser of device cookies signed with `secret`: version, id, day of issue, tags of accounts, signature. */
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
