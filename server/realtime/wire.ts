import { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { createOutgoing, type OutgoingLimits } from './outgoing.ts';
import { createPacketGuard, type PacketRefusal } from './packet-guard.ts';

/** Limits of one client. */
export interface WireLimits extends OutgoingLimits {
  /** Maximum length of a client's packet in bytes. */
  readonly packetBytes: number;
  /** Maximum time from the upgrade to the end of CONNECT, and from the first byte of a packet to its last, in milliseconds. */
  readonly packetMs: number;
  /** Maximum frames, pings and packets per minute. */
  readonly turnsPerMinute: number;
  /** Maximum time for which a socket may leave a batch unread, in milliseconds. */
  readonly stuckMs: number;
}

/** Why the server ended a connection; contains nothing personal. */
export type WireEnd = PacketRefusal | 'text' | 'turns' | 'late' | 'stuck';

const closeCodes: Readonly<Record<WireEnd, number>> = {
  first: 1002,
  kind: 1002,
  length: 1002,
  size: 1009,
  text: 1003,
  turns: 1008,
  late: 1008,
  stuck: 1008,
};

/** A WebSocket as a stream of MQTT packets. */
export interface Wire {
  /** The stream for the protocol handler: yields whole packets, accepts responses, and never applies back pressure. */
  readonly stream: Duplex;
  /** Queues one encoded message and drops the oldest beyond the limits. */
  message(packet: Buffer): void;
  /** Ends the connection if its socket has accepted nothing for `stuckMs`. */
  endIfStuck(now: number): void;
  /** Messages dropped because the client reads too slowly. */
  readonly dropped: number;
}

const minuteMs = 60_000;
/** Exceeds what a client can make the protocol handler answer in one turn: its own back pressure would block every connection. */
const answerBytes = 1024 * 1024;

/**
 * Connects a WebSocket with the protocol handler: it refuses invalid, too frequent or too late input, and keeps output in a bounded queue.
 * `schedule` runs a flush soon; `onEnd` receives the reason if the server ends the connection.
 */
export function openWire(
  webSocket: WebSocket,
  limits: WireLimits,
  schedule: (flush: () => void) => void,
  onEnd: (why: WireEnd) => void,
): Wire {
  const guard = createPacketGuard(limits.packetBytes);
  const flush = () => outgoing.flush();
  const outgoing = createOutgoing(
    limits,
    (batch, sent) => webSocket.send(batch, (error) => (error ? stream.destroy() : sent())),
    () => schedule(flush),
  );
  const stream = new Duplex({
    writableHighWaterMark: answerBytes,
    read: () => {
      if (webSocket.isPaused) webSocket.resume();
    },
    // The protocol handler writes a packet in pieces between cork and uncork, so each call holds whole packets.
    writev: (pieces, done) => {
      outgoing.answer(Buffer.concat(pieces.map(({ chunk }) => chunk as Buffer)));
      done();
    },
    write: (piece: Buffer, _encoding, done) => {
      outgoing.answer(piece);
      done();
    },
    destroy: (error, done) => {
      clearTimeout(deadline);
      webSocket.terminate();
      done(error);
    },
  });

  const end = (why: WireEnd) => {
    if (stream.destroyed) return;
    webSocket.close(closeCodes[why]);
    stream.destroy();
    onEnd(why);
  };
  const setDeadline = () => setTimeout(() => end('late'), limits.packetMs).unref();
  let deadline: NodeJS.Timeout | undefined = setDeadline();
  const stopDeadline = () => {
    clearTimeout(deadline);
    deadline = undefined;
  };

  let turns = 0;
  let countedFrom = performance.now();
  /** Counts one frame; returns false beyond the limit of the minute. */
  const takeTurns = (count: number): boolean => {
    const now = performance.now();
    if (now - countedFrom >= minuteMs) {
      countedFrom = now;
      turns = 0;
    }
    turns += count;
    return turns <= limits.turnsPerMinute;
  };

  const receive = (piece: Buffer) => {
    const reading = guard.read(piece);
    if (reading.refusal !== undefined) {
      end(reading.refusal);
      return;
    }
    const { packets } = reading;
    if (!takeTurns(1 + packets.length)) {
      end('turns');
      return;
    }
    if (guard.isConnected && packets.length > 0) stopDeadline();
    if (guard.isHalfway) deadline ??= setDeadline();
    let hasRoom = true;
    for (const packet of packets) hasRoom = stream.push(packet);
    if (!hasRoom) webSocket.pause();
  };

  webSocket.on('message', (data: RawData, isBinary) => {
    if (stream.destroyed) return;
    // A frame arrives as one Buffer unless another binaryType is set.
    if (isBinary) receive(data as Buffer);
    else end('text');
  });
  webSocket.on('ping', () => {
    if (!takeTurns(1)) end('turns');
  });
  webSocket.on('close', () => stream.destroy());

  return {
    stream,
    message(packet) {
      if (!stream.destroyed) outgoing.message(packet);
    },
    endIfStuck(now) {
      const since = outgoing.stuckSince;
      if (since !== null && now - since > limits.stuckMs) end('stuck');
    },
    get dropped() {
      return outgoing.dropped;
    },
  };
}
