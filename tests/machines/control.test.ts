import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ControlFigures } from '../../contract/staff/control.ts';
import { controlMachine, controlTimings } from '../../machines/control/control.machine.ts';
import { controlPorts } from '../../machines/control/control.ports.ts';
import type { ControlAct, Said } from '../../machines/control/control.types.ts';
import {
  ok,
  pass,
  refusalAs,
  refused,
  transitionCoverage,
  unreachable,
} from '../support/flows/machines.ts';
import { openFlow } from '../support/model/open-flow.ts';

const at = '2027-03-01T03:00:00.000Z';
const figures = {
  at,
  slug: 'konser',
  sale: 'onSale',
  people: { waiting: 7, let_in: 3 },
} as unknown as ControlFigures;
const pause: ControlAct = { kind: 'steer', body: { verb: 'pause' } };
const said: Said = 'The sale is paused.';

beforeEach(() => void vi.useFakeTimers());

const coverage = transitionCoverage(controlMachine);
afterAll(() => expect(coverage.unfired()).toEqual([]));

function start() {
  const room = openFlow(controlMachine, controlPorts, { slug: 'konser' }, {}, coverage.inspect);
  const told = vi.fn();
  room.actor.on('session.ended', told);
  return { ...room, ended: () => told.mock.calls.length };
}

describe('the figures', () => {
  it('are read once a second while they are live', async () => {
    const room = start();
    expect(room.read.calls).toEqual([{ slug: 'konser' }]);
    await room.read.answer(ok(figures));
    expect([room.value(), room.context().figures]).toEqual([
      { figures: 'live', act: 'idle' },
      figures,
    ]);
    expect(room.context().past).toEqual([{ at: Date.parse(at), waiting: 7, letIn: 3 }]);
    await pass(controlTimings.poll);
    expect(room.read.calls).toHaveLength(2);
  });

  it('are kept for ten minutes of the plot', async () => {
    const room = start();
    for (let read = 0; read < 620; read += 1) {
      await room.read.answer(ok(figures));
      await pass(controlTimings.poll);
    }
    expect(room.context().past).toHaveLength(600);
  });

  it('stay on the page, stale, while the server is away, and it is asked less often', async () => {
    const room = start();
    await room.read.answer(ok(figures));
    await pass(controlTimings.poll);
    await room.read.answer(unreachable());
    expect(room.value()).toMatchObject({ figures: 'stale' });
    expect(room.context().figures).toBe(figures);
    await pass(controlTimings.poll);
    expect(room.read.calls).toHaveLength(2);
    await pass(controlTimings.retry - controlTimings.poll);
    await room.read.crash();
    expect(room.value()).toMatchObject({ figures: 'stale' });
  });

  it.each([
    ['eventNotFound', 'unknown', 0],
    ['inputInvalid', 'unknown', 0],
    ['roleMissing', 'forbidden', 0],
    ['unauthenticated', 'ended', 1],
  ] as const)('%s ends the reading', async (code, state, told) => {
    const room = start();
    await room.read.answer(refused(code));
    expect(room.value()).toMatchObject({ figures: state });
    await pass(60_000);
    expect([room.read.calls.length, room.ended()]).toEqual([1, told]);
  });
});

describe('an act', () => {
  it('is one at a time, and is confirmed by the server alone', async () => {
    const room = start();
    await room.send({ type: 'act', act: pause });
    await room.send({ type: 'act', act: { kind: 'message', message: 'Halo' } });
    await room.send({ type: 'said.dismiss' });
    expect(room.value()).toMatchObject({ act: 'acting' });
    expect(room.act.calls).toEqual([{ slug: 'konser', act: pause }]);
    await room.act.answer(ok(said));
    expect([room.value(), room.context().said]).toMatchObject([{ act: 'confirmed' }, said]);
    await room.send({ type: 'act', act: pause });
    expect([room.value(), room.context().said]).toMatchObject([{ act: 'acting' }, null]);
  });

  it('that is refused says why, and can be tried again', async () => {
    const room = start();
    await room.send({ type: 'act', act: pause });
    await room.act.answer(refused('actImpossible'));
    expect(room.value()).toMatchObject({ act: 'refused' });
    expect(room.context().refusal).toEqual({
      problem: 'actImpossible',
      sentence: refusalAs('actImpossible').message,
    });
    await room.send({ type: 'act', act: pause });
    await room.act.crash();
    expect(room.context().refusal).toEqual({ problem: 'broken', sentence: '' });
    await room.send({ type: 'said.dismiss' });
    expect([room.value(), room.context().refusal]).toMatchObject([{ act: 'idle' }, null]);
  });

  it('of somebody whose sign-in has ended tells the page', async () => {
    const room = start();
    await room.send({ type: 'act', act: pause });
    await room.act.answer(refused('unauthenticated'));
    expect(room.ended()).toBe(1);
    expect(room.value()).toMatchObject({ act: 'refused' });
  });
});
