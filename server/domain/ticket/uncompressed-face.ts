import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const wholeHeader = 44;
const tableHeader = { woff: 20, sfnt: 16 };
const sfntHeader = 12;

/** A face of a WOFF file as an uncompressed one: pdfkit inflates a whole table of a compressed one for each glyph, which takes seconds. */
export function uncompressed(path: string): Buffer {
  const woff = readFileSync(path);
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(sfntHeader + tableHeader.sfnt * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let end = head.length;
  for (let index = 0; index < count; index += 1) {
    const from = wholeHeader + tableHeader.woff * index;
    const to = sfntHeader + tableHeader.sfnt * index;
    const [start = 0, packed = 0, length = 0] = [4, 8, 12].map((at) =>
      woff.readUInt32BE(from + at),
    );
    const data = woff.subarray(start, start + packed);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(data) : data).copy(table);
    // Its name, checksum, place and length.
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(end, to + 8);
    head.writeUInt32BE(length, to + 12);
    parts.push(table);
    end += table.length;
  }
  return Buffer.concat(parts);
}
