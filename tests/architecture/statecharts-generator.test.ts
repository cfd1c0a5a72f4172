import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  and,
  assign,
  createMachine,
  fromPromise,
  raise,
  setup,
} from 'xstate';
import { chartOf } from '../../scripts/statecharts/chart.ts';

// What the charts in docs/statecharts show is proven by comparing those with the machines.

const probeSetup = setup({
  actors: { ask: fromPromise(() => Promise.resolve(1)) },
  delays: { pause: 150, wait: () => 5, later: 2000 },
});
const nested = (config: object) =>
  createMachine({ id: 'bad', initial: 'a', states: { a: config } }) as AnyStateMachine;

describe('an unnamed implementation is refused with its position', () => {
  it.each([
    ['guard', { on: { go: { guard: () => true } } }, '"go" of state "bad.a"'],
    ['guard', { on: { go: { guard: and(['isReady']) } } }, '"go" of state "bad.a"'],
    ['guard', { always: { guard: () => false } }, '"always" of state "bad.a"'],
    ['action', { on: { go: { actions: [() => {}] } } }, '"go" of state "bad.a"'],
    ['action', { entry: raise({ type: 'go' }) }, 'the entry of state "bad.a"'],
    ['action', { exit: assign({}) }, 'the exit of state "bad.a"'],
    ['actor', { invoke: { src: fromPromise(async () => 1) } }, 'an invoke of state "bad.a"'],
  ])('an inline %s (%#)', (kind, config, place) => {
    expect(() => chartOf(nested(config))).toThrow(
      `An inline ${kind} in ${place}: name it in setup().`,
    );
  });

  it.each([
    ['guard "isReady"', { on: { go: { guard: 'isReady' } } }],
    ['action "keep"', { entry: 'keep' }],
    ['actor "ask"', { invoke: { src: 'ask', id: 'asked' } }],
    ['delay "pause"', { after: { pause: {} } }],
    ['delay "150"', { after: { 150: {} } }],
  ])('an unknown name in setup: the %s', (name, config) => {
    expect(() => chartOf(nested(config))).toThrow(`The ${name} in `);
  });

  it('an invoke without an id', () => {
    const machine = probeSetup.createMachine({ id: 'bad', invoke: { src: 'ask' } });
    expect(() => chartOf(machine)).toThrow('An invoke of state "bad" has no id: name it.');
  });
});
