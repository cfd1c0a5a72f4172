/** Limits of the queue of one connection. */
export interface OutgoingLimits {
  /** Maximum number of queued messages; the oldest is dropped first. */
  readonly waitingMessages: number;
  /** Maximum bytes of queued messages. */
  readonly waitingBytes: number;
}

/** The outgoing queue of one connection. */
export interface Outgoing {
  /** Queues protocol responses (whole packets); they precede all messages and are never dropped. */
  answer(packets: Buffer): void;
  /** Queues one message (a whole packet) and drops the oldest beyond the limits. Never blocks. */
  message(packet: Buffer): void;
  /** Writes one batch to the socket unless the previous one is still being written. */
  flush(): void;
  /** Time since which the socket has not finished a batch, in milliseconds of `now`; null if none is pending. */
  readonly stuckSince: number | null;
  readonly dropped: number;
}

/** Maximum bytes of messages in one batch; a single longer message is sent alone. */
const batchBytes = 16 * 1024;

/**
 * Creates the queue before one socket: one batch is being written, the rest stays here, where the oldest messages can be dropped. `send`
 * calls `sent` when the operating system has accepted the batch. `wake` is called when there is something to flush.
 */
export function createOutgoing(
  limits: OutgoingLimits,
  send: (batch: Buffer, sent: () => void) => void,
  wake: () => void,
  now: () => number = () => performance.now(),
): Outgoing {
  let responses: Buffer[] = [];
  const messages: Buffer[] = [];
  let messageBytes = 0;
  let dropped = 0;
  let stuckSince: number | null = null;

  const shiftMessage = () => {
    const packet = messages.shift();
    messageBytes -= packet?.length ?? 0;
    return packet;
  };
  const nextBatch = (): Buffer[] => {
    const batch = responses;
    responses = [];
    let bytes = 0;
    for (;;) {
      const next = messages[0];
      if (next === undefined || (bytes > 0 && bytes + next.length > batchBytes)) return batch;
      bytes += next.length;
      batch.push(next);
      shiftMessage();
    }
  };
  const isWaiting = () => responses.length + messages.length > 0;
  const wakeWhenFree = () => {
    if (stuckSince === null) wake();
  };

  return {
    answer(packets) {
      responses.push(packets);
      wakeWhenFree();
    },
    message(packet) {
      messages.push(packet);
      messageBytes += packet.length;
      while (
        messages.length > limits.waitingMessages ||
        (messageBytes > limits.waitingBytes && messages.length > 1)
      ) {
        shiftMessage();
        dropped += 1;
      }
      wakeWhenFree();
    },
    flush() {
      if (stuckSince !== null || !isWaiting()) return;
      const batch = nextBatch();
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
