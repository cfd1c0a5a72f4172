import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** A compressed part of a text that can stand anywhere in a gzip stream. */
export interface GzipPart {
  readonly deflated: Buffer;
  readonly crc: number;
  /** Bytes of the text before compression. */
  readonly size: number;
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block: the parts themselves never end the stream. */
const lastBlock = Buffer.from([0x03, 0x00]);

/** Compresses a part of a text off the main thread. It ends on a whole byte and refers to no earlier data. */
export async function gzipPart(text: string): Promise<GzipPart> {
  const bytes = Buffer.from(text);
  const deflated = await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  return { deflated, crc: crc32(bytes), size: bytes.length };
}

/** Joins several parts into one part without compressing any of them again. */
export function joinParts(parts: readonly GzipPart[]): GzipPart {
  let crc = 0;
  let size = 0;
  for (const part of parts) {
    crc = joinedCrc(crc, part.crc, part.size);
    size += part.size;
  }
  return { deflated: Buffer.concat(parts.map(({ deflated }) => deflated)), crc, size };
}

/** The gzip stream of several parts, without compressing any of them again (RFC 1952). */
export function joinGzip(parts: readonly GzipPart[]): Buffer {
  const { deflated, crc, size } = joinParts(parts);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc >>> 0, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return Buffer.concat([header, deflated, lastBlock, trailer]);
}

/** The polynomial of CRC-32, its lowest power in the highest bit. */
const polynomial = 0xedb88320;

/** Product of two polynomials over the field of two elements, modulo that of CRC-32. */
function times(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ polynomial;
  }
  return product >>> 0;
}

/** CRC-32 of two concatenated texts, from the CRC-32 of each and the length of the second in bytes. */
function joinedCrc(first: number, second: number, secondSize: number): number {
  // x to the power of 8 bits per byte, by squaring.
  let power = 0x80000000;
  let square = times(0x40000000, 0x40000000);
  square = times(square, square);
  square = times(square, square);
  for (let rest = secondSize; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = times(power, square);
    square = times(square, square);
  }
  return (times(power, first) ^ second) >>> 0;
}
