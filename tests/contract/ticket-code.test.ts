import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromBase64Url,
  parseTicketCode,
  readShortCode,
  type TicketClaim,
  ticketPayload,
} from '../../contract/ticket/ticket-code.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const name = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' });
const claims: fc.Arbitrary<TicketClaim> = fc.record({
  ticketId: fc.uuid(),
  eventId: name,
  seatNumber: name,
  category: fc.option(name, { nil: null }),
});

function codeOf(claim: TicketClaim): string {
  const signed = `roetix1.${Buffer.from(ticketPayload(claim)).toString('base64url')}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

const golden: TicketClaim = {
  ticketId: '0f0e1c5a-7a43-4f4c-9f4f-4ac4b3b0a1d2',
  eventId: 'konser-senja-jakarta',
  seatNumber: 'A-12',
  category: 'Festival – Été',
};

describe('a ticket code (§14.1)', () => {
  it('returns the signed payload, with any letters', () => {
    fc.assert(
      fc.property(claims, (claim) => {
        expect(parseTicketCode(codeOf(claim))?.claim).toEqual(claim);
      }),
    );
  });

  it('reads codes from before categories, and ignores additions of later versions', () => {
    const { category: _, ...older } = golden;
    expect(parseTicketCode(codeOf({ ...older, category: null }))?.claim.category).toBeNull();
    const later = JSON.stringify([...JSON.parse(ticketPayload(golden)), 'pintu 3', 7]);
    const text = `roetix1.${Buffer.from(later).toString('base64url')}.${'A'.repeat(86)}`;
    expect(parseTicketCode(text)?.claim).toEqual(golden);
  });

  it('is never parsed from any other text, and no text makes the parser throw', () => {
    const almost = fc
      .tuple(fc.constantFrom('roetix1', 'roetix2', ''), fc.base64String(), fc.base64String())
      .map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 1500 }), almost), (text) => {
        expect(parseTicketCode(text)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['no ticket id', ['nomor-1', 'konser', 'A1']],
    ['no seat', [golden.ticketId, 'konser']],
    ['a number for a seat', [golden.ticketId, 'konser', 7]],
    ['an empty event', [golden.ticketId, '', 'A1']],
    ['an object', { ticketId: golden.ticketId }],
    ['nothing', null],
  ])('with %s in it is invalid', (_what, payload) => {
    const middle = Buffer.from(JSON.stringify(payload)).toString('base64url');
    expect(parseTicketCode(`roetix1.${middle}.${'A'.repeat(86)}`)).toBeNull();
  });
});

describe('base64url', () => {
  it('is decoded as Node encodes it, and in no other spelling', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 90 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(fromBase64Url(text)).toEqual(bytes);
        expect(fromBase64Url(`${text}=`)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.base64String({ maxLength: 90 }), (text) => {
        const read = fromBase64Url(text);
        if (read !== null) expect(Buffer.from(read).toString('base64url')).toBe(text);
      }),
    );
  });
});

describe('the short code of a ticket', () => {
  it.each([
    ['K7QM-2XRA', 'K7QM-2XRA'],
    [' k7qm 2xra ', 'K7QM-2XRA'],
    ['k7qm2xra', 'K7QM-2XRA'],
    ['K7QM-2XR', null],
    ['K7QM-2XRA-9', null],
    ['K7QM_2XRA', null],
    ['', null],
  ])('%j is %s', (typed, read) => {
    expect(readShortCode(typed)).toBe(read);
  });
});
