/**
 * Maximum length that a fixed header may declare, by its first byte (MQTT 3.1.1, 2.2); undefined for refused packet types such as PUBLISH.
 */
function maxLengthOf(firstByte: number, maxBytes: number): number | undefined {
  switch (firstByte) {
    case connect:
    case subscribe:
    case unsubscribe:
      return maxBytes;
    case pingreq:
    case disconnect:
      return 0;
    default:
      return undefined;
  }
}

const connect = 0x10;
const subscribe = 0x82;
const unsubscribe = 0xa2;
const pingreq = 0xc0;
const disconnect = 0xe0;

/** Maximum bytes of the length field (MQTT 3.1.1, 2.2.3). */
const lengthBytes = 4;

/** Why the guard refuses a client's bytes. */
export type PacketRefusal = 'first' | 'kind' | 'length' | 'size';

/** The packets of a piece of the stream, or the refusal. */
export type PacketResult =
  | { readonly packets: readonly Buffer[]; readonly refusal?: undefined }
  | { readonly refusal: PacketRefusal; readonly packets?: undefined };

/** Splits a client's bytes into packets. */
export interface PacketGuard {
  /** Returns the packets that end in this piece. The guard must not be used after a refusal. */
  read(piece: Buffer): PacketResult;
  /** True while a packet is incomplete. */
  readonly isHalfway: boolean;
  /** True once CONNECT is complete. */
  readonly isConnected: boolean;
}

/**
 * Creates a guard that reads fixed headers and refuses packets before it buffers their bodies: CONNECT first and once, then SUBSCRIBE,
 * UNSUBSCRIBE, PINGREQ and DISCONNECT. Buffers at most `maxBytes`, the declared length of the longest packet.
 */
export function createPacketGuard(maxBytes: number): PacketGuard {
  const header: number[] = [];
  let body: Buffer | null = null;
  let filled = 0;
  let isConnected = false;

  /** Reads the next byte of the header: a refusal, the body length once complete, or null. */
  const readHeader = (byte: number): PacketRefusal | number | null => {
    header.push(byte);
    if (header.length === 1) {
      if (maxLengthOf(byte, maxBytes) === undefined) return 'kind';
      return (byte === connect) === isConnected ? 'first' : null;
    }
    if ((byte & 0x80) !== 0) return header.length > lengthBytes ? 'length' : null;
    const length = header.slice(1).reduceRight((sum, each) => sum * 128 + (each & 0x7f), 0);
    return length > (maxLengthOf(header[0] ?? 0, maxBytes) ?? 0) ? 'size' : length;
  };

  const endPacket = (): Buffer => {
    const packet = Buffer.concat([Buffer.from(header), body ?? Buffer.alloc(0)]);
    if (header[0] === connect) isConnected = true;
    header.length = 0;
    body = null;
    filled = 0;
    return packet;
  };

  return {
    read(piece) {
      const packets: Buffer[] = [];
      let at = 0;
      while (at < piece.length) {
        if (body === null) {
          const found = readHeader(piece[at] ?? 0);
          at += 1;
          if (typeof found === 'string') return { refusal: found };
          if (found === null) continue;
          body = Buffer.alloc(found);
        } else {
          const copied = piece.copy(body, filled, at);
          filled += copied;
          at += copied;
        }
        if (filled === body.length) packets.push(endPacket());
      }
      return { packets };
    },
    get isHalfway() {
      return header.length > 0;
    },
    get isConnected() {
      return isConnected;
    },
  };
}
