import { describe, expect, it } from 'vitest';
import { holdsPlace } from '../../../machines/root/root.rules.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import { slug } from '../../support/flows/line.ts';
import { broken, ok, refused, unreachable } from '../../support/flows/machines.ts';
import {
  answers,
  type Happening,
  type Journey,
  sees,
  sends,
  travel,
  waits,
} from '../../support/model/journey.ts';
import type { Stage } from '../../support/model/stage.ts';
import { queueModel, read } from '../queue.model.ts';

const queue = (journey: Omit<Journey, 'model' | 'from'> & { readonly from?: string }) =>
  travel({ model: queueModel, from: 'with nothing known', ...journey });
const joins = (got: SessionReading) => answers('joinQueue', ok(got));
const hears = (reading: SessionReading) => sends({ type: 'queue.reading', reading });
const leaves: Happening = sends({ type: 'queue.leave' });
const readsAgain = 'session.refreshWanted';

const inLine = [joins(read.queued)];
const promoted = [...inLine, hears(read.online)];
/** Another tab has just moved to the seats. */
const stayedBehind = [...promoted, waits('promotedPause'), answers('claimRedirect', false)];

const notices = (stage: Stage) =>
  (stage.snapshot().context.notices as { key: string; detail: string | null }[]).map(
    ({ key, detail }) => [key, detail],
  );

// The page each kind leads to is told in pages.test.ts.
describe('§4 Queue: joining', () => {
  it('Buy Now / Continue joins the queue: state online goes to seats', () =>
    queue({
      steps: [joins(read.online), waits('promotedPause'), answers('claimRedirect', true)],
      ends: ['seats'],
      output: { kind: 'seats' },
      tells: [readsAgain],
    }));

  it('queued goes to queue', () =>
    queue({ steps: [joins(read.queued)], ends: ['waiting'], tells: [readsAgain] }));

  it.each([
    ['other', ok(read.completed)],
    ['failed', broken()],
    ['failed', refused('otherSessionLive', 'You already have a session for another event')],
    ['failed', unreachable()],
  ])('any other or failed result checks the session and routes the same way: %s', (_name, answer) =>
    queue({
      steps: [answers('joinQueue', answer), hears(read.online), waits('promotedPause')],
      ends: ['promoted.claiming'],
      tells: [readsAgain],
    }),
  );

  it('any other or failed result … routes the same way: a session of another step or event leads there', () =>
    queue({
      steps: [
        answers(
          'joinQueue',
          refused('otherSessionLive', 'You already have a session for another event'),
        ),
        hears(read.queuedElsewhere),
      ],
      ends: ['elsewhere'],
      output: { kind: 'elsewhere' },
    }));

  it.each([
    ['other', ok(read.completed), 'unknown'],
    ['failed', unreachable(), 'failed'],
  ])('default the queue page: %s', (_name, answer, state) =>
    queue({
      steps: [answers('joinQueue', answer), hears(read.completed)],
      ends: [state],
      holds: (stage) => expect(stage.snapshot().can({ type: 'queue.retry' })).toBe(true),
    }),
  );

  it('(ruling 1.2-K) a live session of another event is not displaced by joining', () =>
    queue({
      from: 'with a session of another event',
      steps: [],
      ends: ['elsewhere'],
      holds: (stage) => expect(stage.calls('joinQueue')).toBe(0),
    }));
});

describe('§4 Queue: promotion', () => {
  // Ruling 1.4-O: the message makes the root read; only the reading moves.
  it('Promotion to online triggers a session re-check', () =>
    queue({
      steps: [...inLine, hears(read.online)],
      ends: ['promoted.pausing'],
      holds: (stage) => expect(notices(stage)).toEqual([['queue.notice.promoted', null]]),
    }));

  it('and an automatic move to seats (replace navigation after 500 ms)', () =>
    queue({
      steps: [...promoted, waits('promotedPause'), answers('claimRedirect', true)],
      ends: ['seats'],
      output: { kind: 'seats' },
    }));

  // Ruling 1.4-N: the tab that stays shows the button, and follows after five seconds.
  it('skipped if a redirect for that event happened in the last 5 s', () =>
    queue({
      steps: stayedBehind,
      ends: ['online.shown'],
      holds: (stage) => expect(stage.snapshot().can({ type: 'queue.goToSeats' })).toBe(true),
    }));

  it('(ruling 1.4-N) the tab that stayed goes by its button', () =>
    queue({
      steps: [...stayedBehind, sends({ type: 'queue.goToSeats' })],
      ends: ['seats'],
      output: { kind: 'seats' },
    }));

  it('(ruling 1.4-N) the tab that stayed asks again after 5 s', () =>
    queue({
      steps: [...stayedBehind, waits('redirectDebounce'), answers('claimRedirect', true)],
      ends: ['seats'],
      output: { kind: 'seats' },
    }));

  it('[F22] three promotions are one move and one message', () =>
    queue({
      steps: [...promoted, hears(read.online), waits('promotedPause'), hears(read.online)],
      ends: ['promoted.claiming'],
      holds: (stage) => {
        expect(stage.calls('claimRedirect')).toBe(1);
        expect(notices(stage)).toEqual([['queue.notice.promoted', null]]);
      },
    }));

  it('(ruling 1.4-A) a paid session is an unknown status with a refresh', () =>
    queue({
      steps: [...inLine, hears(read.completed)],
      ends: ['unknown'],
      holds: (stage) => expect(stage.snapshot().can({ type: 'queue.refresh' })).toBe(true),
    }));
});

describe('§4 Queue: leaving', () => {
  it.each([
    ['in line', inLine],
    ['promoted', promoted],
    ['online', stayedBehind],
  ])('Exit button calls exit: %s', (_name, before) =>
    queue({
      steps: [...before, leaves],
      ends: ['leaving'],
      holds: (stage) => expect(stage.asked('exitQueue')).toEqual({ slug }),
    }),
  );

  // Ruling 1.4-L: the session may still live; then the bubble shows it.
  it.each([
    ['it worked', ok(null)],
    ['refused', refused('paymentNotVoidable', 'Paid already')],
    ['broken', broken()],
    ['no answer', unreachable()],
  ])('and goes home even on failure: %s', (_name, answer) =>
    queue({
      steps: [...inLine, leaves, answers('exitQueue', answer)],
      ends: ['departed'],
      output: { kind: 'left' },
    }),
  );

  it('disabled while exiting', () =>
    queue({
      steps: [...inLine, leaves, leaves],
      ends: ['leaving'],
      holds: (stage) => {
        expect(stage.snapshot().can({ type: 'queue.leave' })).toBe(false);
        expect(stage.calls('exitQueue')).toBe(1);
      },
    }));

  it.each([
    ['waiting', [joins(read.queued)]],
    ['online', [joins(read.online)]],
  ])('Leaving or reloading while waiting or online prompts confirmation: %s', (_name, steps) =>
    queue({
      steps,
      ends: [],
      // The root asks by the reading it has, so it gets one with the place.
      tells: [readsAgain],
      holds: (stage) => expect(holdsPlace(stage.snapshot().context.reading)).toBe(true),
    }),
  );

  // Ruling 1.2-I: inside the page only; hiding it gives no place up.
  it('on page hide a queue-exit event is dispatched', () =>
    queue({
      steps: [...inLine, sends({ type: 'page.hidden' }), hears(read.queued)],
      ends: ['waiting'],
      holds: (stage) => expect(stage.calls('exitQueue')).toBe(0),
    }));
});

describe('§4 Queue: fresh news', () => {
  it('When the tab becomes visible the queue status refreshes', () =>
    queue({
      steps: [...inLine, hears({ ...read.queued, position: 2 })],
      ends: ['waiting'],
      holds: (stage) => expect(stage.snapshot().context.reading.position).toBe(2),
    }));

  it('(rulings 1.2-H, 1.4-AA) "Refresh Antrean" reads again and re-arms real-time', () =>
    queue({
      steps: [...inLine, sends({ type: 'queue.refresh' })],
      ends: ['waiting'],
      tells: [readsAgain, readsAgain, 'realtime.rearmWanted'],
    }));

  it('(ruling 1.4-O) the same notice twice in 3 s is one message', () => {
    const lost = { type: 'queue.realtimeChanged', connected: false, error: 'Broker' };
    const aged = { type: 'notice.aged', said: 'queue.notice.realtimeLost Broker' };
    const says = (count: number) =>
      sees(['waiting'], (stage) => expect(notices(stage)).toHaveLength(count));
    return queue({
      steps: [
        ...inLine,
        sends(lost),
        sends(lost),
        says(1),
        (stage) => stage.perform({ kind: 'delayed', label: 'three seconds', event: aged }),
        sends(lost),
      ],
      ends: ['waiting'],
      holds: (stage) => expect(notices(stage)).toHaveLength(2),
    });
  });
});
