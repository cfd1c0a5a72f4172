// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sale } from '../../../../contract/catalogue.ts';
import { useSale } from '../../../../src/app/reads/use-sale.ts';

const start = Date.UTC(2026, 2, 1, 3);
const sale = (state: Sale['state'], in_seconds: number | null): Sale => ({
  state,
  at: '2026-03-01T10:02:00+07:00',
  in_seconds,
});
const follow = (given: Sale | undefined, heardAt = start) =>
  renderHook(() => useSale(given, heardAt)).result;
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

describe('the sale of an event (§10.27)', () => {
  beforeEach(() => vi.useFakeTimers({ now: start }));

  it('opens by itself when its countdown ends, and not before', async () => {
    const result = follow(sale('notYet', 120));
    expect(result.current.off).toBe('notYet');
    expect(result.current.opensAt).toBeCloseTo(performance.now() + 120_000, -1);
    await pass(119);
    expect(result.current.off).toBe('notYet');
    await pass(1);
    expect(result.current.off).toBeNull();
  });

  const soon: Readonly<Record<string, string>> = {
    'notYet presale': 'presaleSoon',
    'notYet waitingRoom': 'roomSoon',
  };
  it.each([
    ['notYet', 'presale', null, true],
    ['notYet', 'waitingRoom', null, false],
    ['waitingRoom', 'open', null, false],
    ['presale', 'open', null, false],
    ['presale', 'notYet', 'notYet', false],
    ['open', 'closed', 'closed', false],
  ] as const)('goes from %s to %s by itself', async (state, next, off, isPresale) => {
    const result = follow({ ...sale(state, 120), next });
    await pass(119);
    expect(result.current.isPresale).toBe(state === 'presale');
    expect(result.current.off).toBe(soon[`${state} ${next}`] ?? null);
    await pass(1);
    expect(result.current).toMatchObject({ off, isPresale, isWaitingRoom: next === 'waitingRoom' });
  });

  it('asks for the code of a presale in its waiting room already', () => {
    const result = follow({ ...sale('waitingRoom', 120), next: 'presale' });
    expect(result.current).toMatchObject({ off: null, isPresale: true, isWaitingRoom: true });
  });

  it('opens after a wait of days, and is read again once within a minute', async () => {
    const read = vi.fn();
    const given = sale('notYet', 30 * 86_400);
    const { result } = renderHook(() => useSale(given, start, read));
    await pass(29 * 86_400 + 1);
    expect(result.current.opensAt).not.toBeNull();
    await pass(86_400 - 2);
    expect(result.current.off).toBe('notYet');
    expect(result.current.opensAt).not.toBeNull();
    await pass(1);
    expect(result.current.off).toBeNull();
    await pass(60);
    expect(read).toHaveBeenCalledOnce();
    await pass(3600);
    expect(read).toHaveBeenCalledOnce();
  });

  it('ends when the event begins', async () => {
    const result = follow(sale('open', 60));
    const { at } = sale('open', 60);
    const none = { isPresale: false, isWaitingRoom: false, opensAt: null };
    expect(result.current).toEqual({ off: null, at, ...none });
    await pass(60);
    expect(result.current.off).toBe('over');
  });

  it.each(['closed', 'cancelled', 'over', 'paused', 'soldOut', 'postponed'] as const)(
    'stays %s',
    async (state) => {
      const result = follow(sale(state, null));
      await pass(86_400);
      expect(result.current.off).toBe(state);
    },
  );
});
