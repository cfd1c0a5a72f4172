import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fromCallback } from 'xstate';
import { gateMachine } from '../../machines/gate/gate.machine.ts';
import { gatePorts } from '../../machines/gate/gate.ports.ts';
import {
  earlierOf,
  gateTimings,
  isWorthAsking,
  judge,
  judgeByResponse,
  problemOf,
  syncRetryAfter,
} from '../../machines/gate/gate.rules.ts';
import type { CameraCommand, GateMachineEvent, Look } from '../../machines/gate/gate.types.ts';
import { answerAs, elsewhere, looks, tally, work } from '../model/gate.model.ts';
import { ok, pass } from '../support/flows/machines.ts';
import { openFlow } from '../support/model/open-flow.ts';

const { event } = work();

/** A device at work. */
async function atWork(unsynced = 0) {
  const cameras: { say: (event: GateMachineEvent) => void; told: CameraCommand[] }[] = [];
  const camera = fromCallback<CameraCommand>(({ sendBack, receive }) => {
    const told: CameraCommand[] = [];
    receive((command) => told.push(command));
    cameras.push({ say: sendBack as (event: GateMachineEvent) => void, told });
  });
  const { network } = gatePorts;
  const gate = openFlow(gateMachine, gatePorts, undefined, { camera, network });
  await gate.open.answer({ work: work(unsynced), offeredPass: null });
  return {
    ...gate,
    cameras,
    told: () => cameras.at(-1)?.told,
    camera: (event: GateMachineEvent) => cameras.at(-1)?.say(event),
    see: async (look: Look) => {
      cameras.at(-1)?.say({ type: 'code.seen', code: look.code });
      await gate.look.answer(look);
    },
  };
}
/** The same after its first synchronisation, with a light. */
async function inStep(unsynced = 0) {
  const gate = await atWork(unsynced);
  await gate.sync.answer(ok(tally(unsynced)));
  gate.camera({ type: 'camera.opened', hasTorch: true });
  return gate;
}

beforeEach(() => vi.useFakeTimers());

describe('a code in view', () => {
  it('is asked about, kept, and then shown', async () => {
    const gate = await inStep();
    await gate.see(looks.good);
    expect(gate.ask.calls).toEqual([{ look: looks.good }]);
    await gate.ask.answer(ok(answerAs('accepted')));
    expect(gate.keep.calls[0]?.scan).toMatchObject({ verdict: 'valid', isConfirmed: true });
    await gate.keep.answer(tally(0));
    await pass(gateTimings.validShown);
    expect(gate.cameras).toHaveLength(2);
  });

  it('does not wait longer for the server than a guest would, and the next not at all', async () => {
    const gate = await inStep();
    await gate.see(looks.good);
    await pass(gateTimings.askCap);
    expect(gate.keep.calls[0]?.scan).toMatchObject({ verdict: 'valid', isConfirmed: false });
    await gate.keep.answer(tally(1));
    await gate.send({ type: 'result.dismiss' });
    await gate.see(looks.good);
    expect([gate.ask.calls.length, gate.keep.calls.length]).toEqual([1, 2]);
  });

  it('that the device cannot check, or not keep, is neither let in nor called forged', async () => {
    const gate = await inStep();
    gate.camera({ type: 'code.seen', code: 'x' });
    await gate.look.crash();
    expect(gate.context().scan?.verdict).toBe('unchecked');
    await gate.send({ type: 'result.dismiss' });
    await gate.see(looks.used);
    await gate.keep.crash();
    expect(gate.context().scan?.verdict).toBe('unchecked');
  });
});

it('a camera learns of its light, also when it opens again, as far as it has one', async () => {
  const gate = await inStep();
  await gate.send({ type: 'torch.toggle' });
  expect(gate.told()?.at(-1)).toEqual({ type: 'torch.set', isOn: true });
  await gate.send({ type: 'mode.manual' }, { type: 'mode.camera' });
  gate.camera({ type: 'camera.opened', hasTorch: true });
  gate.camera({ type: 'camera.opened', hasTorch: true });
  expect(gate.told()).toEqual(Array(2).fill({ type: 'torch.set', isOn: true }));
  gate.camera({ type: 'camera.opened', hasTorch: false });
  expect(gate.told()).toHaveLength(2);
  expect(gate.can({ type: 'torch.toggle' })).toBe(false);
});

describe('a scanner', () => {
  const codes = ['a', 'b', 'c'];
  const scan = (gate: Awaited<ReturnType<typeof inStep>>, code: string) =>
    gate.send({ type: 'code.scanned', code });
  const judged = async (gate: Awaited<ReturnType<typeof inStep>>, look: Look) => {
    await gate.look.answer(look);
    await gate.keep.answer(tally(0));
  };

  it('is read while another code is judged or shown, each code once and shown for a while', async () => {
    const gate = await inStep();
    for (const code of [...codes, ...codes]) await scan(gate, code);
    await judged(gate, looks.used);
    await pass(gateTimings.leastShown - 1);
    expect(gate.look.calls).toEqual([{ code: 'a' }]);
    await pass(1);
    await judged(gate, looks.revoked);
    await pass(gateTimings.leastShown);
    await judged(gate, looks.used);
    await pass(gateTimings.leastShown);
    expect(gate.look.calls.map(({ code }) => code)).toEqual(codes);
    expect(gate.context().scan?.verdict).toBe('used');
  });
});

describe('practice (§14.67)', () => {
  it('judges without the server, and keeps nothing', async () => {
    const gate = await inStep();
    await gate.send({ type: 'practice.toggle' });
    await gate.see(looks.good);
    expect(gate.context().scan?.verdict).toBe('valid');
    expect([gate.ask.calls.length, gate.keep.calls.length]).toEqual([0, 0]);
  });
});

describe('what a device says alone', () => {
  it.each([
    ['good', 'valid', true],
    ['used', 'used', false],
    ['revoked', 'revoked', false],
    ['foreign', 'wrongEvent', false],
    ['otherNight', 'otherNight', false],
    ['forged', 'forged', false],
    ['short', 'needsNetwork', true],
  ] as const)('of a %s code is %s', (name, verdict, isAsked) => {
    expect(judge(looks[name], event)).toMatchObject({ verdict, isConfirmed: false });
    expect(isWorthAsking(looks[name], event)).toBe(isAsked);
  });

  it('shows seat and category of what was signed, and of nothing else', () => {
    expect(judge(looks.good, event)).toMatchObject({ seat: 'A-12', category: 'VIP' });
    expect(judge(looks.forged, event)).toMatchObject({ seat: null, category: null });
  });
});

describe('the word of the server', () => {
  it.each([
    ['accepted', 'valid'],
    ['already_used', 'used'],
    ['revoked', 'revoked'],
    ['wrong_event', 'wrongEvent'],
    ['unknown', 'forged'],
  ] as const)('%s is %s', (result, verdict) => {
    expect(judgeByResponse(looks.good, event, answerAs(result))).toMatchObject({
      verdict,
      isConfirmed: true,
    });
  });

  it('names the entry that counts', () => {
    const { first } = judgeByResponse(looks.good, event, answerAs('already_used'));
    expect(first).toEqual(elsewhere);
  });
});

describe('of two entries', () => {
  it('the earlier counts, and of equal times the smaller id, whichever is asked first', () => {
    const late = { ...elsewhere, scanId: 'a', at: '2026-03-07T12:02:00.001Z' };
    const twin = { ...elsewhere, scanId: 's9' };
    for (const [a, b, counts] of [
      [elsewhere, late, elsewhere],
      [elsewhere, twin, elsewhere],
    ] as const) {
      expect(earlierOf(a, b)).toBe(counts);
      expect(earlierOf(b, a)).toBe(counts);
    }
  });
});

it('a failure has a pause and a word for every number of tries', () => {
  expect([0, 1, 2, 3, 4, 99].map(syncRetryAfter)).toEqual([
    5_000, 5_000, 10_000, 20_000, 60_000, 60_000,
  ]);
  const failures = [
    { kind: 'unsynced' },
    { kind: 'unreachable', message: '' },
    { kind: 'broken', status: 500, message: '' },
    { kind: 'refused', status: 401, code: 'gatePassInvalid', message: '' },
    { kind: 'refused', status: 429, code: 'tooManyRequests', message: '' },
  ] as const;
  expect(failures.map(problemOf)).toEqual(['unsynced', 'offline', 'broken', 'badPass', 'broken']);
});
