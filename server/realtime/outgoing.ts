/** What one connection may have waiting for it. */
export interface OutgoingLimits {
  /** Most messages that wait; the oldest goes first. */
  readonly waitingMessages: number;
  /** Most bytes of messages that wait. */
  readonly waitingBytes: number;
}

/** What waits to be sent to one connection. */
export interface Outgoing {
  /** Adds answers of the protocol, whole packets: sent before any message and never dropped. */
  answer(packets: Buffer): void;
  /** Adds one message, a whole packet; the oldest are dropped when too much waits. Never blocks. */
  message(packet: Buffer): void;
  /** Hands one batch to the socket unless one is still on its way. */
  flush(): void;
  /** Since when the socket has not taken a batch, in the milliseconds of `now`; null when it takes what it is given. */
  readonly stuckSince: number | null;
  readonly dropped: number;
}

/** Bytes of messages handed to a socket at once, a longer single one aside. */
const batchBytes = 16 * 1024;

/**
 * The queue before one socket: a single batch is on its way, the rest waits here, where the oldest messages can still be dropped.
 * `send` calls `sent` when the operating system has the batch. `wake` is called when there is something to flush.
 */
export function createOutgoing(
  limits: OutgoingLimits,
  send: (batch: Buffer, sent: () => void) => void,
  wake: () => void,
  now: () => number = () => performance.now(),
): Outgoing {
  let answers: Buffer[] = [];
  const messages: Buffer[] = [];
  let messageBytes = 0;
  let dropped = 0;
  let stuckSince: number | null = null;

  const takeMessage = () => {
    const packet = messages.shift();
    messageBytes -= packet?.length ?? 0;
    return packet;
  };
  const takeBatch = (): Buffer[] => {
    const batch = answers;
    answers = [];
    let bytes = 0;
    for (;;) {
      const next = messages[0];
      if (next === undefined || (bytes > 0 && bytes + next.length > batchBytes)) return batch;
      bytes += next.length;
      batch.push(next);
      takeMessage();
    }
  };
  const isWaiting = () => answers.length + messages.length > 0;
  const wakeWhenFree = () => {
    if (stuckSince === null) wake();
  };

  return {
    answer(packets) {
      answers.push(packets);
      wakeWhenFree();
    },
    message(packet) {
      messages.push(packet);
      messageBytes += packet.length;
      while (
        messages.length > limits.waitingMessages ||
        (messageBytes > limits.waitingBytes && messages.length > 1)
      ) {
        takeMessage();
        dropped += 1;
      }
      wakeWhenFree();
    },
    flush() {
      if (stuckSince !== null || !isWaiting()) return;
      const batch = takeBatch();
      stuckSince = now();
      send(batch.length === 1 && batch[0] !== undefined ? batch[0] : Buffer.concat(batch), () => {
        stuckSince = null;
        if (isWaiting()) wake();
      });
    },
    get stuckSince() {
      return stuckSince;
    },
    get dropped() {
      return dropped;
    },
  };
}
