import { generate } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { createOutgoing } from '../../../server/realtime/outgoing.ts';
import { createPacketGuard } from '../../../server/realtime/packet-guard.ts';
import { connectPacket } from '../support/mqtt-socket.ts';

const maxBytes = 2048;
const connect = generate(connectPacket());
const ping = generate({ cmd: 'pingreq' });
const subscriptions = [{ topic: 'roetix/status', qos: 0 as const }];
const subscribe = generate({ cmd: 'subscribe', messageId: 1, subscriptions });

describe('the guard', () => {
  it('yields whole packets for every fragmentation of the stream', () => {
    const sent = [connect, subscribe, ping, subscribe, generate({ cmd: 'disconnect' })];
    const stream = Buffer.concat(sent);
    for (let size = 1; size <= stream.length; size += 1) {
      const guard = createPacketGuard(maxBytes);
      const heard: Buffer[] = [];
      for (let at = 0; at < stream.length; at += size) {
        const reading = guard.read(stream.subarray(at, at + size));
        expect(reading.refusal).toBeUndefined();
        heard.push(...(reading.packets ?? []));
      }
      expect(heard).toEqual(sent);
      expect(guard.isHalfway).toBe(false);
    }
  });

  it.each([
    ['a first packet other than CONNECT', [], [...ping], 'first'],
    ['a second CONNECT', [connect], [...connect], 'first'],
    ['PUBLISH', [connect], [0x30], 'kind'],
    ['SUBSCRIBE with other flags', [connect], [0x80], 'kind'],
    ['PUBREL', [connect], [0x62], 'kind'],
    ['a reserved kind', [], [0xf0], 'kind'],
    ['a length of five bytes', [], [0x10, 0x80, 0x80, 0x80, 0x80], 'length'],
    ['a CONNECT of 2,049 bytes', [], [0x10, 0x81, 0x10], 'size'],
    ['a SUBSCRIBE of 40 MB', [connect], [0x82, 0x80, 0xb4, 0x89, 0x13], 'size'],
    ['the longest length there is', [connect], [0x82, 0xff, 0xff, 0xff, 0x7f], 'size'],
    ['a PINGREQ with a body', [connect], [0xc0, 0x01], 'size'],
    ['a DISCONNECT with a body', [connect], [0xe0, 0x02], 'size'],
  ])('refuses %s by its header', (_name, earlier, bytes, refusal) => {
    const guard = createPacketGuard(maxBytes);
    for (const packet of earlier) expect(guard.read(packet).refusal).toBeUndefined();
    expect(guard.read(Buffer.from(bytes))).toEqual({ refusal });
  });

  it('accepts a packet of maximum length, and reports an incomplete one', () => {
    const guard = createPacketGuard(maxBytes);
    guard.read(connect);
    const longest = Buffer.concat([Buffer.from([0x82, 0x80, 0x10]), Buffer.alloc(maxBytes)]);
    expect(guard.read(longest.subarray(0, -1))).toEqual({ packets: [] });
    expect(guard.isHalfway).toBe(true);
    expect(guard.read(longest.subarray(-1))).toEqual({ packets: [longest] });
    expect(guard.isHalfway).toBe(false);
  });
});

describe('the queue before a socket', () => {
  const message = (number: number, bytes = 1) => Buffer.alloc(bytes, number);
  function stalled(limits = { waitingMessages: 3, waitingBytes: 100 }) {
    const batches: Buffer[] = [];
    const taken: (() => void)[] = [];
    let woken = 0;
    const outgoing = createOutgoing(
      limits,
      (batch, sent) => {
        batches.push(batch);
        taken.push(sent);
      },
      () => {
        woken += 1;
      },
      () => 7,
    );
    return { outgoing, batches, take: () => taken.shift()?.(), woken: () => woken };
  }

  it('drops the oldest messages, never a response, and never a part of one', () => {
    const { outgoing, batches, take, woken } = stalled();
    outgoing.message(message(1));
    outgoing.flush();
    expect(outgoing.stuckSince).toBe(7);
    for (const number of [2, 3, 4, 5, 6]) outgoing.message(message(number));
    outgoing.answer(Buffer.from([0xd0, 0x00]));
    outgoing.flush();
    expect(batches).toEqual([message(1)]);
    expect(outgoing.dropped).toBe(2);
    take();
    expect(outgoing.stuckSince).toBeNull();
    expect(woken()).toBe(2);
    outgoing.flush();
    expect(batches.at(-1)).toEqual(Buffer.from([0xd0, 0x00, 4, 5, 6]));
  });

  it('limits bytes too, and keeps one message of any length', () => {
    const { outgoing, batches, take } = stalled();
    outgoing.message(message(1));
    outgoing.flush();
    outgoing.message(message(2, 60));
    outgoing.message(message(3, 60));
    outgoing.message(message(4, 500));
    take();
    outgoing.flush();
    expect(batches.at(-1)).toEqual(message(4, 500));
    expect(outgoing.dropped).toBe(2);
  });

  it('sends one batch at a time', () => {
    const { outgoing, batches, take } = stalled({ waitingMessages: 64, waitingBytes: 1e6 });
    for (let number = 0; number < 10; number += 1) outgoing.message(message(number, 4096));
    outgoing.flush();
    outgoing.flush();
    expect(batches.map(({ length }) => length)).toEqual([4 * 4096]);
    take();
    outgoing.flush();
    expect(batches).toHaveLength(2);
  });
});
