// @vitest-environment node
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseTicketCode, type TicketClaim } from '../../../contract/ticket/ticket-code.ts';
import { signTicket } from '../../../server/domain/ticket/ticket-issue.ts';
import {
  type CheckSignature,
  checkInBrowser,
  checkInCode,
  readSignedCode,
  signatureCheck,
} from '../../../src/gate/verify.ts';
import { falseCodes } from '../../support/false-codes.ts';

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: x ?? '',
  };
};
const ours = pair();
const theirs = pair();
const claim: TicketClaim = {
  ticketId: '0f0e1c5a-7a43-4f4c-9f4f-4ac4b3b0a1d2',
  eventId: 'konser-senja-jakarta',
  seatNumber: 'A-12',
  category: 'Festival – Été',
};
const code = signTicket(ours.pem, claim);

/** The server's verification, as one of the three. */
const checkInNode: CheckSignature = async (publicKey, signature, message) => {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, signature);
};
const ways = { node: checkInNode, browser: checkInBrowser, code: checkInCode } as const;
const names = Object.keys(ways) as (keyof typeof ways)[];

/** Returns the result of all three; fails if they differ. */
async function read(text: string, keys: readonly string[] = [ours.publicKey]) {
  const said = await Promise.all(names.map((name) => readSignedCode(text, keys, ways[name])));
  expect(said[1], text).toEqual(said[0]);
  expect(said[2], text).toEqual(said[0]);
  return said[0] ?? null;
}

describe('a code that the server signed', () => {
  it.each(names)('is verified by %s and yields its content', async (name) => {
    expect(await readSignedCode(code, [ours.publicKey], ways[name])).toEqual(claim);
  });

  it('is verified by any of several keys, so that a key can have a successor', async () => {
    expect(await read(code, [theirs.publicKey, ours.publicKey])).toEqual(claim);
    expect(await read(code, ['', 'not a key', ours.publicKey])).toEqual(claim);
    expect(await read(code, [theirs.publicKey])).toBeNull();
    expect(await read(code, [])).toBeNull();
  });
});

describe('every other code fails (§14.1)', () => {
  it('with one character changed at any position', async () => {
    for (let index = 0; index < code.length; index += 1) {
      const other = code[index] === 'A' ? 'B' : 'A';
      const changed = `${code.slice(0, index)}${other}${code.slice(index + 1)}`;
      expect(await readSignedCode(changed, [ours.publicKey], checkInBrowser)).toBeNull();
    }
  });

  it('with one bit of the signature or the payload changed, for all three', async () => {
    const [head = '', payload = '', signature = ''] = code.split('.');
    const flip = (text: string, bit: number) => {
      const bytes = Buffer.from(text, 'base64url');
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return bytes.toString('base64url');
    };
    for (let bit = 0; bit < 512; bit += 37) {
      expect(await read(`${head}.${payload}.${flip(signature, bit)}`)).toBeNull();
      expect(await read(`${head}.${flip(payload, bit)}.${signature}`)).toBeNull();
    }
  });

  it('with the group order added to the scalar, which lenient verifiers accept', async () => {
    const parsed = parseTicketCode(code);
    const bytes = Buffer.from(parsed?.signature ?? []);
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    let scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
    for (let at = 32; at < 64; at += 1) {
      bytes[at] = Number(scalar & 0xffn);
      scalar >>= 8n;
    }
    expect(await read(`${parsed?.signed}.${bytes.toString('base64url')}`)).toBeNull();
  });

  // The server's tests check ten thousand; our own code takes about a millisecond for each.
  it.each([
    ['browser', 2_000],
    ['code', 1_000],
  ] as const)('made up, cut off and changed, by %s: %i of them', async (name, count) => {
    const hits: string[] = [];
    for (const text of falseCodes(code, count)) {
      const claimed = await readSignedCode(text, [ours.publicKey], ways[name]);
      if (claimed !== null) hits.push(text);
    }
    expect(hits).toEqual([]);
    expect(await readSignedCode(code, [ours.publicKey], ways[name])).toEqual(claim);
  });
});

it('a browser with Ed25519 uses WebCrypto', async () => {
  expect(await signatureCheck()).toBe(checkInBrowser);
});
