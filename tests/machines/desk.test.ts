import { afterAll, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import type { DeskOrder, FoundOrder } from '../../contract/staff/desk.ts';
import { deskMachine } from '../../machines/desk/desk.machine.ts';
import type { DeskAct } from '../../machines/desk/desk.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import { fakePort, ok, refusalAs, transitionCoverage } from '../support/flows/machines.ts';

const order = { order_code: 'A-1', status: 'completed' } as unknown as DeskOrder;
const found = (...codes: string[]) =>
  codes.map((order_code) => ({ order_code }) as unknown as FoundOrder);
const refusal = (code: RefusalCode) =>
  ({ ok: false, failure: { kind: 'refused', ...refusalAs(code) } }) as const;
const sendAgain: DeskAct = { kind: 'sendAgain' };

const coverage = transitionCoverage(deskMachine);
afterAll(() => expect(coverage.unfired()).toEqual([]));

function start() {
  const find = fakePort<Result<FoundOrder[]>, { readonly query: string }>();
  const open = fakePort<Result<DeskOrder>, { readonly orderCode: string }>();
  const act = fakePort<Result<unknown>, { readonly orderCode: string; readonly act: DeskAct }>();
  const actors = { find: find.logic, open: open.logic, act: act.logic };
  const actor = createActor(deskMachine.provide({ actors }), { inspect: coverage.inspect });
  let ended = 0;
  actor.on('session.ended', () => {
    ended += 1;
  });
  actor.start();
  return {
    actor,
    find,
    open,
    act,
    ended: () => ended,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

async function listed() {
  const desk = start();
  desk.actor.send({ type: 'find', query: 'budi@uji.id' });
  await desk.find.answer(ok(found('A-1', 'A-2')));
  return desk;
}

async function opened() {
  const desk = await listed();
  desk.actor.send({ type: 'order.open', orderCode: 'A-1' });
  await desk.open.answer(ok(order));
  return desk;
}

describe('a search', () => {
  it('lists what it found, and can be repeated', async () => {
    const desk = await listed();
    expect(desk.find.calls).toEqual([{ query: 'budi@uji.id' }]);
    expect([desk.state(), desk.context().found?.length]).toEqual(['listed', 2]);
    desk.actor.send({ type: 'find', query: 'lain' });
    expect(desk.state()).toBe('finding');
  });

  it('opens the only order by itself', async () => {
    const desk = start();
    desk.actor.send({ type: 'find', query: 'A-1' });
    await desk.find.answer(ok(found('A-1')));
    expect(desk.open.calls).toEqual([{ orderCode: 'A-1' }]);
    await desk.open.answer(ok(order));
    expect([desk.state(), desk.context().order]).toEqual(['opened', order]);
  });

  it('that fails says why', async () => {
    const desk = start();
    desk.actor.send({ type: 'find', query: 'a' });
    await desk.find.answer(refusal('inputInvalid'));
    expect([desk.state(), desk.context().refusal?.problem]).toEqual(['idle', 'inputInvalid']);
    desk.actor.send({ type: 'find', query: 'abc' });
    await desk.find.crash();
    expect([desk.state(), desk.context().refusal?.problem]).toEqual(['idle', 'broken']);
    desk.actor.send({ type: 'find', query: 'abc' });
    await desk.find.answer(refusal('unauthenticated'));
    expect([desk.state(), desk.ended()]).toEqual(['idle', 1]);
  });
});

describe('an order', () => {
  it('is opened and closed', async () => {
    const desk = await opened();
    desk.actor.send({ type: 'order.close' });
    expect([desk.state(), desk.context().order]).toEqual(['listed', null]);
  });

  it('that cannot be opened leaves the list', async () => {
    const desk = await listed();
    desk.actor.send({ type: 'order.open', orderCode: 'A-2' });
    await desk.open.answer(refusal('orderNotFound'));
    expect([desk.state(), desk.context().refusal?.problem]).toEqual(['listed', 'orderNotFound']);
    desk.actor.send({ type: 'order.open', orderCode: 'A-2' });
    await desk.open.crash();
    expect(desk.state()).toBe('listed');
    desk.actor.send({ type: 'order.open', orderCode: 'A-2' });
    await desk.open.answer(refusal('unauthenticated'));
    expect([desk.state(), desk.ended()]).toEqual(['listed', 1]);
  });

  it('gives way to another search', async () => {
    const desk = await opened();
    desk.actor.send({ type: 'find', query: 'lain' });
    expect([desk.state(), desk.context().order]).toEqual(['finding', null]);
  });
});

describe('a correction', () => {
  it('is made once, and the order is read again', async () => {
    const desk = await opened();
    desk.actor.send({ type: 'act', act: sendAgain });
    desk.actor.send({ type: 'act', act: sendAgain });
    expect(desk.act.calls).toEqual([{ orderCode: 'A-1', act: sendAgain }]);
    await desk.act.answer(ok(null));
    expect([desk.state(), desk.open.calls.length]).toEqual(['opening', 2]);
    await desk.open.answer(ok({ ...order, status: 'cancelled' }));
    expect(desk.context()).toMatchObject({ isDone: true, order: { status: 'cancelled' } });
  });

  it('keeps the page as it was where the order cannot be read again', async () => {
    const desk = await opened();
    desk.actor.send({ type: 'act', act: sendAgain });
    await desk.act.answer(ok(null));
    await desk.open.crash();
    expect([desk.state(), desk.context().order]).toEqual(['opened', order]);
  });

  it('that is refused says why', async () => {
    const desk = await opened();
    desk.actor.send({ type: 'act', act: sendAgain });
    await desk.act.answer(refusal('orderNotPaid'));
    expect([desk.state(), desk.context().refusal?.problem]).toEqual(['opened', 'orderNotPaid']);
    desk.actor.send({ type: 'act', act: sendAgain });
    await desk.act.crash();
    expect(desk.context().refusal?.problem).toBe('broken');
    desk.actor.send({ type: 'act', act: sendAgain });
    await desk.act.answer(refusal('unauthenticated'));
    expect([desk.state(), desk.ended()]).toEqual(['opened', 1]);
  });
});
