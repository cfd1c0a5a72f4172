import { describe, expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { notProvided } from '../../machines/shared/not-provided.ts';
import type { Result } from '../../machines/shared/result.ts';
import { deadEndsOf } from '../support/model/dead-ends.ts';
import { flowModel } from '../support/model/flow-model.ts';
import { placesOf } from '../support/model/graph.ts';

describe('the rule that time alone leads out of every state in which a call failed (§4.110)', () => {
  const ports = { load: fromPromise<Result<null>>(notProvided('small.load')) };

  /** A chart that loads, and may fail; `heals` says what a failure waits for. */
  const chart = (heals: boolean) => {
    const machine = setup({
      types: {} as { events: { readonly type: 'again' } },
      actors: ports,
      delays: { pause: 1_000 },
      guards: { isOk: (_, kind: Result<unknown>) => kind.ok },
    }).createMachine({
      id: 'small',
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'load',
            id: 'load',
            onDone: [
              { guard: { type: 'isOk', params: ({ event }) => event.output }, target: 'done' },
              { target: 'failed' },
            ],
            onError: { target: 'failed' },
          },
        },
        failed: {
          ...(heals ? { after: { pause: { target: 'loading' } } } : {}),
          on: { again: { target: 'loading' } },
        },
        done: { type: 'final' },
      },
    });
    return flowModel<{ readonly type: 'again' }>()({
      machine,
      ports,
      leads: '',
      starts: { opened: () => undefined },
      events: { again: [{}] },
      answers: {
        load: {
          ok: [null],
          refused: [{ status: 404, message: 'Gone' }],
          broken: [{ status: 500, message: '' }],
          unreachable: [{ message: '' }],
        },
      },
      delays: { pause: 1_000 },
      facts: () => null,
      effects: {},
      never: {},
    });
  };

  const deadEnds = (heals: boolean, pressed = {}) => {
    const model = chart(heals);
    return deadEndsOf(placesOf(model), model, { pressed });
  };

  it('finds the dead end of a chart that only a press leads out of', () => {
    expect(deadEnds(false)).toEqual(
      ['answers broken', 'answers unreachable', 'crashes'].map((how) =>
        expect.stringMatching(`load ${how}, then nothing leads on from .*failed`),
      ),
    );
  });

  it('is content with a chart that waits and loads again', () => {
    expect(deadEnds(true)).toEqual([]);
  });

  it('asks nothing of a call that is a press each time', () => {
    expect(deadEnds(false, { load: 'A press.' })).toEqual([]);
  });
});
