import { describe, expect, test } from 'vitest';
import { accountKey } from '../../../server/limits/account-key.ts';
import { createDevices, deviceLifeSeconds } from '../../../server/limits/device.ts';

const devices = createDevices('a secret of tests');
const now = new Date('2026-11-22T12:00:00Z');
const ani = accountKey('ani@contoh.id');
const budi = accountKey('budi@contoh.id');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('a device (§17.4)', () => {
  test('is known to the accounts that signed in on it, and to no other', () => {
    const device = devices.with(null, ani);
    const read = devices.read(devices.write(device, now), now);
    expect(read).toEqual(device);
    expect(devices.knows(read, ani)).toBe(true);
    expect(devices.knows(read, budi)).toBe(false);
    expect(devices.knows(null, ani)).toBe(false);
    const shared = devices.with(read, budi);
    expect(shared.id).toBe(device.id);
    expect([devices.knows(shared, ani), devices.knows(shared, budi)]).toEqual([true, true]);
    // The tag of an account differs per device, so that cookies do not reveal shared accounts.
    expect(devices.with(null, ani).tags).not.toEqual(device.tags);
  });

  test('keeps the latest eight accounts, each once', () => {
    let device = devices.with(null, ani);
    device = devices.with(device, ani);
    expect(device.tags).toHaveLength(1);
    for (let count = 0; count < 8; count += 1) {
      device = devices.with(device, accountKey(`lain${count}@contoh.id`));
    }
    expect(device.tags).toHaveLength(8);
    expect(devices.knows(device, ani)).toBe(false);
    expect(devices.write(device, now).length).toBeLessThan(250);
  });

  test('is unknown if its cookie was changed, truncated, issued elsewhere, or expired', () => {
    const value = devices.write(devices.with(null, ani), now);
    const other = devices.write(devices.with(null, budi), now);
    const [version, id, madeAt, tags, signature] = value.split('.') as string[];
    const otherTags = other.split('.')[3];
    for (const forged of [
      '',
      'x'.repeat(4_000),
      value.slice(0, -1),
      `${value}x`,
      [version, id, madeAt, otherTags, signature].join('.'),
      [version, id, madeAt, `${tags}${otherTags}`, signature].join('.'),
      [version, other.split('.')[1], madeAt, tags, signature].join('.'),
      [version, id, Number(madeAt) + 1, tags, signature].join('.'),
      createDevices('another secret').write(devices.with(null, ani), now),
    ]) {
      expect(devices.read(forged, now)).toBeNull();
    }
    expect(devices.read(undefined, now)).toBeNull();
    expect(devices.read(value, later(deviceLifeSeconds))).not.toBeNull();
    expect(devices.read(value, later(deviceLifeSeconds + 1))).toBeNull();
  });
});
