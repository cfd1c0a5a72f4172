import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { gateMachine } from '../../machines/gate/gate.machine.ts';
import {
  earlierOf,
  gateTimings,
  isWorthAsking,
  judge,
  judgeByResponse,
  problemOf,
  syncRetryAfter,
} from '../../machines/gate/gate.rules.ts';
import type {
  Asked,
  CameraCommand,
  GateMachineEvent,
  JudgedScan,
  Look,
  Opened,
  PassOffer,
  Tally,
  Unlocked,
} from '../../machines/gate/gate.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import { answerAs, elsewhere, looks, tally, work } from '../model/gate.model.ts';
import { fakePort, ok, pass, refused, settle, unreachable } from '../support/flows/machines.ts';

const eventId = 'e1';

function start() {
  const ports = {
    open: fakePort<Opened, never>(),
    unlock: fakePort<Unlocked, PassOffer>(),
    look: fakePort<Look, { readonly code: string }>(),
    ask: fakePort<Asked, { readonly look: Look }>(),
    keep: fakePort<Tally, { readonly scan: JudgedScan }>(),
    sync: fakePort<Result<Tally>, never>(),
    forget: fakePort<void, never>(),
  };
  const cameras: { say: (event: GateMachineEvent) => void; told: CameraCommand[] }[] = [];
  let network: (event: GateMachineEvent) => void = () => undefined;
  const actor = createActor(
    gateMachine.provide({
      actors: {
        ...(Object.fromEntries(
          Object.entries(ports).map(([slot, port]) => [slot, port.logic]),
        ) as object),
        camera: fromCallback<CameraCommand>(({ sendBack, receive }) => {
          const camera = { say: sendBack as (event: GateMachineEvent) => void, told: [] };
          receive((command) => (camera.told as CameraCommand[]).push(command));
          cameras.push(camera);
        }),
        network: fromCallback(({ sendBack }) => {
          network = sendBack as typeof network;
        }),
      },
    }),
  ).start();
  return {
    actor,
    ports,
    cameras,
    network: (event: GateMachineEvent) => network(event),
    state: () => actor.getSnapshot(),
    verdict: () => actor.getSnapshot().context.scan?.verdict,
  };
}

/** A device at work whose first synchronisation has worked. */
async function atWork(unsynced = 0) {
  const gate = start();
  await gate.ports.open.answer({ work: work(unsynced), offeredPass: null });
  await gate.ports.sync.answer(ok(tally(unsynced)));
  gate.cameras.at(-1)?.say({ type: 'camera.opened', hasTorch: true });
  return gate;
}
type Gate = Awaited<ReturnType<typeof atWork>>;

async function see(gate: Gate, look: Look) {
  gate.cameras.at(-1)?.say({ type: 'code.seen', code: look.code });
  await gate.ports.look.answer(look);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a device', () => {
  it('without a pass asks for one, and offers what stood in the link', async () => {
    const { ports, state, actor } = start();
    await ports.open.answer({ work: null, offeredPass: 'rahasia' });
    expect(state().matches('locked')).toBe(true);
    expect(state().context.offeredPass).toBe('rahasia');
    actor.send({ type: 'pass.give', pass: 'rahasia', door: 'Utara' });
    expect(ports.unlock.calls).toEqual([{ pass: 'rahasia', door: 'Utara' }]);
    await ports.unlock.answer(ok(work()));
    expect(state().matches({ working: { door: { ready: 'camera' }, sync: 'syncing' } })).toBe(true);
  });

  it.each([
    [refused('gatePassInvalid', 'This gate pass is not valid'), 'badPass'],
    [{ ok: false, failure: { kind: 'unsynced' } }, 'unsynced'],
    [refused('tooManyRequests', ''), 'broken'],
    [unreachable(), 'offline'],
  ] as const)('says why a pass cannot be taken up: %j', async (kind, problem) => {
    const { ports, state, actor } = start();
    await ports.open.answer({ work: null, offeredPass: null });
    actor.send({ type: 'pass.give', pass: 'x', door: 'Utara' });
    await ports.unlock.answer(kind);
    expect(state().matches('locked')).toBe(true);
    expect(state().context.problem).toBe(problem);
  });

  it('goes on working where a second pass is refused', async () => {
    const gate = await atWork(2);
    gate.actor.send({ type: 'pass.give', pass: 'x', door: 'Utara' });
    await gate.ports.unlock.answer(refused('gatePassInvalid', 'This gate pass is not valid'));
    expect(gate.state().matches('working')).toBe(true);
    expect(gate.state().context).toMatchObject({ problem: 'badPass', work: work(2) });
  });

  it('goes on working where a second pass cannot even be tried', async () => {
    const gate = await atWork(2);
    gate.actor.send({ type: 'pass.give', pass: 'x', door: 'Utara' });
    await gate.ports.unlock.crash();
    expect(gate.state().matches('working')).toBe(true);
    expect(gate.state().context).toMatchObject({ problem: 'broken', work: work(2) });
  });

  it('is given up only with nothing left to tell the server', async () => {
    const waiting = await atWork(1);
    waiting.actor.send({ type: 'gate.leave' });
    expect(waiting.state().matches('working')).toBe(true);
    expect(waiting.ports.forget.calls).toHaveLength(0);
    const done = await atWork();
    done.actor.send({ type: 'gate.leave' });
    await done.ports.forget.answer(undefined);
    expect(done.state().matches('locked')).toBe(true);
    expect(done.state().context.work).toBeNull();
  });
});

describe('a code in view', () => {
  it('is asked about, kept, and then shown; the camera rests meanwhile', async () => {
    const gate = await atWork();
    await see(gate, looks.good);
    expect(gate.ports.ask.calls).toEqual([{ look: looks.good }]);
    await gate.ports.ask.answer(ok(answerAs('accepted')));
    expect(gate.state().matches({ working: { door: { checking: 'keeping' } } })).toBe(true);
    expect(gate.ports.keep.calls[0]?.scan).toMatchObject({ verdict: 'valid', isConfirmed: true });
    await gate.ports.keep.answer(tally(0));
    expect(gate.state().matches({ working: { door: 'shown' } })).toBe(true);
    expect(gate.cameras).toHaveLength(1);
    await pass(gateTimings.validShown);
    expect(gate.state().matches({ working: { door: { ready: 'camera' } } })).toBe(true);
    expect(gate.cameras).toHaveLength(2);
  });

  it('that is refused stays until somebody has seen it', async () => {
    const gate = await atWork();
    await see(gate, looks.used);
    expect(gate.ports.ask.calls).toHaveLength(0);
    await gate.ports.keep.answer(tally(0));
    await pass(60_000);
    expect(gate.verdict()).toBe('used');
    gate.actor.send({ type: 'result.dismiss' });
    expect(gate.state().matches({ working: { door: 'ready' } })).toBe(true);
    expect(gate.state().context.scan).toBeNull();
  });

  it('does not wait longer for the server than a guest would, and the next not at all', async () => {
    const gate = await atWork();
    await see(gate, looks.good);
    await pass(gateTimings.askCap);
    expect(gate.ports.keep.calls[0]?.scan).toMatchObject({ verdict: 'valid', isConfirmed: false });
    expect(gate.state().matches({ working: { sync: 'waiting' } })).toBe(true);
    await gate.ports.keep.answer(tally(1));
    gate.actor.send({ type: 'result.dismiss' });
    await see(gate, looks.good);
    expect(gate.ports.ask.calls).toHaveLength(1);
    expect(gate.state().matches({ working: { door: { checking: 'keeping' } } })).toBe(true);
  });

  it('that the device cannot check is neither let in nor called forged', async () => {
    const gate = await atWork();
    gate.cameras.at(-1)?.say({ type: 'code.seen', code: 'x' });
    await gate.ports.look.crash();
    expect(gate.verdict()).toBe('unchecked');
    gate.actor.send({ type: 'result.dismiss' });
    await see(gate, looks.used);
    await gate.ports.keep.crash();
    expect(gate.verdict()).toBe('unchecked');
  });

  it('typed by hand keeps the keyboard for the next one', async () => {
    const gate = await atWork();
    gate.actor.send({ type: 'mode.manual' });
    gate.actor.send({ type: 'code.type', code: 'K7QM-2XRA' });
    await gate.ports.look.answer(looks.short);
    await gate.ports.ask.answer(ok(answerAs('unknown')));
    expect(gate.ports.keep.calls[0]?.scan.verdict).toBe('unknown');
    await gate.ports.keep.answer(tally(0));
    gate.actor.send({ type: 'result.dismiss' });
    expect(gate.state().matches({ working: { door: { ready: 'manual' } } })).toBe(true);
  });
});

describe('the camera', () => {
  it('that cannot be used leaves the keyboard, and may be tried again', async () => {
    const gate = await atWork();
    gate.cameras.at(-1)?.say({ type: 'camera.failed', problem: 'denied' });
    expect(gate.state().matches({ working: { door: { ready: 'noCamera' } } })).toBe(true);
    expect(gate.state().context.cameraProblem).toBe('denied');
    gate.actor.send({ type: 'mode.camera' });
    expect(gate.state().context.cameraProblem).toBeNull();
    expect(gate.cameras).toHaveLength(2);
    gate.cameras[1]?.say({ type: 'camera.failed', problem: 'busy' });
    gate.actor.send({ type: 'mode.manual' });
    expect(gate.state().matches({ working: { door: { ready: 'manual' } } })).toBe(true);
  });

  it('without a light is told nothing of it', async () => {
    const gate = start();
    await gate.ports.open.answer({ work: work(), offeredPass: null });
    gate.cameras[0]?.say({ type: 'camera.opened', hasTorch: false });
    gate.actor.send({ type: 'torch.toggle' });
    expect(gate.state().context.isTorchOn).toBe(false);
    expect(gate.cameras[0]?.told).toEqual([]);
  });

  it('learns of its light, also when it opens again', async () => {
    const gate = await atWork();
    gate.actor.send({ type: 'torch.toggle' });
    expect(gate.cameras[0]?.told.at(-1)).toEqual({ type: 'torch.set', isOn: true });
    gate.actor.send({ type: 'mode.manual' });
    gate.actor.send({ type: 'mode.camera' });
    gate.cameras[1]?.say({ type: 'camera.opened', hasTorch: true });
    expect(gate.cameras[1]?.told).toEqual([{ type: 'torch.set', isOn: true }]);
    gate.cameras[1]?.say({ type: 'code.seen', code: 'x' });
    expect(gate.state().can({ type: 'torch.toggle' })).toBe(false);
  });
});

describe('a camera that was let go while the page was hidden', () => {
  it('learns of its light when it opens again, as far as it has one', async () => {
    const gate = await atWork();
    const [camera] = gate.cameras;
    gate.actor.send({ type: 'torch.toggle' });
    camera?.told.splice(0);
    camera?.say({ type: 'camera.opened', hasTorch: true });
    expect(camera?.told).toEqual([{ type: 'torch.set', isOn: true }]);
    expect(gate.cameras).toHaveLength(1);
    camera?.say({ type: 'camera.opened', hasTorch: false });
    expect(camera?.told).toHaveLength(1);
    expect(gate.state().can({ type: 'torch.toggle' })).toBe(false);
  });
});

describe('keeping in step with the server', () => {
  it('begins at once, comes round, and follows a guest the server does not know of', async () => {
    const gate = await atWork();
    expect(gate.ports.sync.calls).toHaveLength(1);
    await pass(gateTimings.syncPoll);
    expect(gate.ports.sync.calls).toHaveLength(2);
    await gate.ports.sync.answer(ok(tally(0)));
    await see(gate, looks.good);
    await gate.ports.ask.answer(refused('tooManyRequests', ''));
    await gate.ports.keep.answer(tally(1));
    await pass(gateTimings.syncRetry[0]);
    expect(gate.ports.sync.calls).toHaveLength(3);
  });

  it('is not begun again while it runs, however often it is asked for', async () => {
    const gate = start();
    await gate.ports.open.answer({ work: work(), offeredPass: null });
    gate.actor.send({ type: 'sync.now' });
    gate.actor.send({ type: 'sync.now' });
    expect(gate.ports.sync.calls).toHaveLength(1);
    expect(gate.ports.sync.aborted(0)).toBe(false);
  });

  it('follows at once a guest who was kept after the server had come back', async () => {
    const gate = await atWork();
    await see(gate, looks.good);
    await gate.ports.ask.answer(ok(answerAs('accepted')));
    await gate.ports.keep.answer(tally(1));
    expect(gate.ports.sync.calls).toHaveLength(2);
  });

  it('does not ask a server that the phone knows to be away', async () => {
    const gate = await atWork();
    gate.network({ type: 'network.lost' });
    expect(gate.state().matches({ working: { sync: 'waiting' } })).toBe(true);
    await see(gate, looks.good);
    expect(gate.ports.ask.calls).toHaveLength(0);
  });

  it('tries again ever more rarely, at once when the network returns, and then asks again', async () => {
    const gate = start();
    await gate.ports.open.answer({ work: work(3), offeredPass: null });
    for (const [index, wait] of [...gateTimings.syncRetry, 60_000].entries()) {
      await gate.ports.sync.answer(unreachable());
      await pass(wait - 1);
      expect(gate.ports.sync.calls).toHaveLength(index + 1);
      await pass(1);
      expect(gate.ports.sync.calls).toHaveLength(index + 2);
    }
    await gate.ports.sync.crash();
    gate.network({ type: 'network.returned' });
    await settle();
    await gate.ports.sync.answer(ok(tally(0)));
    expect(gate.state().matches({ working: { sync: 'idle' } })).toBe(true);
    expect(gate.state().context).toMatchObject({ attempts: 0, work: work(0) });
  });

  it('stops where the pass is refused, while the door goes on', async () => {
    const gate = await atWork();
    await pass(gateTimings.syncPoll);
    await gate.ports.sync.answer(refused('gatePassInvalid', 'This gate pass is not valid'));
    await pass(600_000);
    expect(gate.ports.sync.calls).toHaveLength(2);
    await see(gate, looks.good);
    expect(gate.ports.ask.calls).toHaveLength(0);
    expect(gate.ports.keep.calls[0]?.scan.verdict).toBe('valid');
    gate.actor.send({ type: 'sync.now' });
    expect(gate.ports.sync.calls).toHaveLength(3);
  });
});

describe('what a device says alone', () => {
  it.each([
    ['good', 'valid', true],
    ['used', 'used', false],
    ['revoked', 'revoked', false],
    ['foreign', 'wrongEvent', false],
    ['forged', 'forged', false],
    ['short', 'needsNetwork', true],
  ] as const)('of a %s code is %s', (name, verdict, isAsked) => {
    expect(judge(looks[name], eventId)).toMatchObject({ verdict, isConfirmed: false });
    expect(isWorthAsking(looks[name], eventId)).toBe(isAsked);
  });

  it('shows seat and category of what was signed, and of nothing else', () => {
    expect(judge(looks.good, eventId)).toMatchObject({ seat: 'A-12', category: 'VIP' });
    expect(judge(looks.forged, eventId)).toMatchObject({ seat: null, category: null });
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
    expect(judgeByResponse(looks.good, eventId, answerAs(result))).toMatchObject({
      verdict,
      isConfirmed: true,
    });
  });

  it('names the entry that counts', () => {
    const { first } = judgeByResponse(looks.good, eventId, answerAs('already_used'));
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
  expect(problemOf({ kind: 'broken', status: 500, message: '' })).toBe('broken');
});
