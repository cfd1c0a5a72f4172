import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { type Mutation, mutationsOf } from '../../scripts/mutate-machines/mutations.ts';

const source = `
const news = [{ guard: 'isIn', target: 'in' }, { target: 'out' }] as const;
export const probe = setup({
  guards: { isIn: () => true },
  delays: { pause: 500, left: ({ context }) => context.left },
}).createMachine({
  initial: 'a',
  on: { 'news.came': news },
  states: {
    a: {
      always: { guard: 'isIn', target: 'in' },
      after: { pause: { target: 'b' } },
      on: { go: 'b', stop: [{ guard: { type: 'isIn' }, target: 'b' }, { target: 'out' }] },
    },
    b: { invoke: { src: 'ask', onDone: 'in', onError: { target: 'out' } } },
  },
});
`;

function applied({ start, end, replacement }: Mutation): string {
  return `${source.slice(0, start)}${replacement}${source.slice(end)}`;
}

describe('mutations of a machine', () => {
  const mutations = mutationsOf(source);
  const whats = (kind: Mutation['kind']) =>
    mutations.filter((mutation) => mutation.kind === kind).map(({ what }) => what);

  it('remove every transition, and each branch of a list separately', () => {
    expect(whats('transition')).toEqual([
      "{ guard: 'isIn', target: 'in' }",
      "{ target: 'out' }",
      "'news.came': news",
      "always: { guard: 'isIn', target: 'in' }",
      "pause: { target: 'b' }",
      "go: 'b'",
      "{ guard: { type: 'isIn' }, target: 'b' }",
      "{ target: 'out' }",
      "onDone: 'in'",
      "onError: { target: 'out' }",
    ]);
  });

  it('remove every guard', () => {
    expect(whats('guard')).toEqual(["guard: 'isIn'", "guard: 'isIn'", "guard: { type: 'isIn' }"]);
  });

  it('lengthen every delay by a millisecond, without the guards beside them', () => {
    const delays = mutations.filter(({ kind }) => kind === 'delay');
    expect(delays.map(({ replacement }) => replacement)).toEqual([
      '(500) + 1',
      '(context.left) + 1',
    ]);
  });

  it('leave a source that still parses', () => {
    for (const mutation of mutations) {
      expect(() => parseAst(applied(mutation), { lang: 'ts' }), mutation.what).not.toThrow();
      expect(applied(mutation)).not.toBe(source);
    }
  });

  it('name their position', () => {
    expect(mutations.find(({ what }) => what === "go: 'b'")?.line).toBe(13);
  });
});
