import { afterAll, describe, expect, it, vi } from 'vitest';
import type { DeskOrder, FoundOrder } from '../../contract/staff/desk.ts';
import { deskMachine } from '../../machines/desk/desk.machine.ts';
import { deskPorts } from '../../machines/desk/desk.ports.ts';
import type { DeskAct } from '../../machines/desk/desk.types.ts';
import { ok, refused, transitionCoverage } from '../support/flows/machines.ts';
import { openFlow } from '../support/model/open-flow.ts';

const order = { order_code: 'A-1', status: 'completed' } as unknown as DeskOrder;
const found = (...codes: string[]) =>
  codes.map((order_code) => ({ order_code }) as unknown as FoundOrder);
const sendAgain: DeskAct = { kind: 'sendAgain' };

const coverage = transitionCoverage(deskMachine);
afterAll(() => expect(coverage.unfired()).toEqual([]));

function start() {
  const desk = openFlow(deskMachine, deskPorts, undefined, {}, coverage.inspect);
  const told = vi.fn();
  desk.actor.on('session.ended', told);
  return { ...desk, ended: () => told.mock.calls.length };
}

async function listed() {
  const desk = start();
  await desk.send({ type: 'find', query: 'budi@uji.id' });
  await desk.find.answer(ok(found('A-1', 'A-2')));
  return desk;
}

async function opened() {
  const desk = await listed();
  await desk.send({ type: 'order.open', orderCode: 'A-1' });
  await desk.open.answer(ok(order));
  return desk;
}

describe('a search', () => {
  it('lists what it found, and can be repeated', async () => {
    const desk = await listed();
    expect(desk.find.calls).toEqual([{ query: 'budi@uji.id' }]);
    expect([desk.value(), desk.context().found?.length]).toEqual(['listed', 2]);
    await desk.send({ type: 'find', query: 'lain' });
    expect(desk.value()).toBe('finding');
  });

  it('opens the only order by itself', async () => {
    const desk = start();
    await desk.send({ type: 'find', query: 'A-1' });
    await desk.find.answer(ok(found('A-1')));
    expect(desk.open.calls).toEqual([{ orderCode: 'A-1' }]);
    await desk.open.answer(ok(order));
    expect([desk.value(), desk.context().order]).toEqual(['opened', order]);
  });

  it('that fails says why', async () => {
    const desk = start();
    await desk.send({ type: 'find', query: 'a' });
    await desk.find.answer(refused('inputInvalid'));
    expect([desk.value(), desk.context().refusal?.problem]).toEqual(['idle', 'inputInvalid']);
    await desk.send({ type: 'find', query: 'abc' });
    await desk.find.crash();
    expect([desk.value(), desk.context().refusal?.problem]).toEqual(['idle', 'broken']);
    await desk.send({ type: 'find', query: 'abc' });
    await desk.find.answer(refused('unauthenticated'));
    expect([desk.value(), desk.ended()]).toEqual(['idle', 1]);
  });
});

describe('an order', () => {
  it('is opened and closed', async () => {
    const desk = await opened();
    await desk.send({ type: 'order.close' });
    expect([desk.value(), desk.context().order]).toEqual(['listed', null]);
  });

  it('that cannot be opened leaves the list', async () => {
    const desk = await listed();
    await desk.send({ type: 'order.open', orderCode: 'A-2' });
    await desk.open.answer(refused('orderNotFound'));
    expect([desk.value(), desk.context().refusal?.problem]).toEqual(['listed', 'orderNotFound']);
    await desk.send({ type: 'order.open', orderCode: 'A-2' });
    await desk.open.crash();
    expect(desk.value()).toBe('listed');
    await desk.send({ type: 'order.open', orderCode: 'A-2' });
    await desk.open.answer(refused('unauthenticated'));
    expect([desk.value(), desk.ended()]).toEqual(['listed', 1]);
  });

  it('gives way to another search', async () => {
    const desk = await opened();
    await desk.send({ type: 'find', query: 'lain' });
    expect([desk.value(), desk.context().order]).toEqual(['finding', null]);
  });
});

describe('a correction', () => {
  it('is made once, and the order is read again', async () => {
    const desk = await opened();
    await desk.send({ type: 'act', act: sendAgain });
    await desk.send({ type: 'act', act: sendAgain });
    expect(desk.act.calls).toEqual([{ orderCode: 'A-1', act: sendAgain }]);
    await desk.act.answer(ok(null));
    expect([desk.value(), desk.open.calls.length]).toEqual(['opening', 2]);
    await desk.open.answer(ok({ ...order, status: 'cancelled' }));
    expect(desk.context()).toMatchObject({ isDone: true, order: { status: 'cancelled' } });
  });

  it('keeps the page as it was where the order cannot be read again', async () => {
    const desk = await opened();
    await desk.send({ type: 'act', act: sendAgain });
    await desk.act.answer(ok(null));
    await desk.open.crash();
    expect([desk.value(), desk.context().order]).toEqual(['opened', order]);
  });

  it('that is refused says why', async () => {
    const desk = await opened();
    await desk.send({ type: 'act', act: sendAgain });
    await desk.act.answer(refused('orderNotPaid'));
    expect([desk.value(), desk.context().refusal?.problem]).toEqual(['opened', 'orderNotPaid']);
    await desk.send({ type: 'act', act: sendAgain });
    await desk.act.crash();
    expect(desk.context().refusal?.problem).toBe('broken');
    await desk.send({ type: 'act', act: sendAgain });
    await desk.act.answer(refused('unauthenticated'));
    expect([desk.value(), desk.ended()]).toEqual(['opened', 1]);
  });
});
