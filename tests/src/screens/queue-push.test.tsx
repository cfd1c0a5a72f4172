import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { readTurnPush } from '../../../src/push/turn-push.ts';
import { useTurnPush } from '../../../src/screens/queue/use-turn-push.ts';
import { Around } from './around.tsx';

vi.mock('../../../src/app/product.ts', () => ({ pushKey: 'BKunci' }));

const call = vi.fn();
const subscription = {
  toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'P', auth: 'A' } }),
};
const pushManager = {
  subscribe: vi.fn(async () => subscription),
  getSubscription: vi.fn(async () => ({ unsubscribe: async () => true })),
};
const permission = { permission: 'default', requestPermission: async () => permission.permission };

beforeEach(() => {
  permission.permission = 'granted';
  call.mockReset().mockResolvedValue({ ok: true, value: { is_on: true } });
  pushManager.subscribe.mockClear();
  vi.stubGlobal('Notification', permission);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('navigator', {
    serviceWorker: { register: async () => ({ active: {}, installing: null, pushManager }) },
  });
});

const open = (session: string | null) =>
  renderHook(() => useTurnPush('pesta', session), {
    wrapper: ({ children }) => (
      <Around api={{ call }} owner="u1">
        {children}
      </Around>
    ),
  }).result;
const choose = async (page: ReturnType<typeof open>, isOn: boolean, state: string) => {
  act(() => page.current.choosePush(isOn));
  expect(page.current.push).toBe('busy');
  await waitFor(() => expect(page.current.push).toBe(state));
};

it('names this browser to the server for one wait, over a refresh (§2.171)', async () => {
  const page = open('s1');
  expect(page.current.push).toBe('off');
  await choose(page, true, 'on');
  expect(call.mock.calls[0]?.[1]).toEqual({
    body: { subscription: { endpoint: 'https://fcm.googleapis.com/x', p256dh: 'P', auth: 'A' } },
  });
  expect(open('s1').current.push).toBe('on');
  expect(open('s2').current.push).toBe('off');
  await choose(page, false, 'off');
  expect(call.mock.calls[1]?.[1]).toEqual({ body: { subscription: null } });
  expect(open('s1').current.push).toBe('off');
});

it('subscribes again where the keys of the shop have changed', async () => {
  pushManager.subscribe.mockRejectedValueOnce(new Error('another key'));
  await choose(open('s1'), true, 'on');
  expect(pushManager.subscribe).toHaveBeenCalledTimes(2);
});

it('says what refuses: the browser, its push service, or the server', async () => {
  const page = open('s1');
  permission.permission = 'denied';
  await choose(page, true, 'blocked');
  permission.permission = 'granted';
  pushManager.subscribe.mockRejectedValueOnce(new Error('away'));
  pushManager.getSubscription.mockResolvedValueOnce(null as never);
  await choose(page, true, 'failed');
  call.mockResolvedValue({ ok: true, value: { is_on: false } });
  await choose(page, true, 'failed');
  expect(open('s1').current.push).toBe('off');
});

it.each([
  ['{"title":"T","body":"B","path":"/event/a/seats"}', true],
  ['{"title":"T","body":"B","path":"https://contoh.id/event/a/seats"}', false],
  ['{"title":"T","body":"B","path":"//contoh.id/seats"}', false],
  ['{"title":"T"}', false],
  ['bukan', false],
  [null, false],
])('the worker shows %s: %s', (text, isShown) => {
  expect(readTurnPush(text) !== null).toBe(isShown);
});
