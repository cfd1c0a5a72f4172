import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { machineMutationsOf } from '../../scripts/mutate/machine-mutations.ts';
import { type Mutation, mutationsOf } from '../../scripts/mutate/mutations.ts';
import { testsByDistance } from '../../scripts/nearest-tests.ts';

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

function applied({ start, end, replacement }: Mutation, text = source): string {
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`;
}

describe('mutations of a machine', () => {
  const mutations = machineMutationsOf(source);
  const ofKind = (kind: Mutation['kind']) => mutations.filter((each) => each.kind === kind);

  it('remove every transition, each branch of a list separately, and every guard', () => {
    expect(ofKind('transition').map(({ what }) => what)).toEqual([
      ...["{ guard: 'isIn', target: 'in' }", "{ target: 'out' }", "'news.came': news"],
      ...["always: { guard: 'isIn', target: 'in' }", "pause: { target: 'b' }", "go: 'b'"],
      ...["{ guard: { type: 'isIn' }, target: 'b' }", "{ target: 'out' }"],
      ...["onDone: 'in'", "onError: { target: 'out' }"],
    ]);
    const guards = ["guard: 'isIn'", "guard: 'isIn'", "guard: { type: 'isIn' }"];
    expect(ofKind('guard').map(({ what }) => what)).toEqual(guards);
    expect(mutations.find(({ what }) => what === "go: 'b'")?.line).toBe(13);
  });

  it('lengthen every delay by a millisecond, without the guards beside them', () => {
    const delays = ofKind('delay').map(({ replacement }) => replacement);
    expect(delays).toEqual(['(500) + 1', '(context.left) + 1']);
  });

  it('leave a source that still parses', () => {
    for (const mutation of mutations) {
      expect(() => parseAst(applied(mutation), { lang: 'ts' }), mutation.what).not.toThrow();
      expect(applied(mutation)).not.toBe(source);
    }
  });
});

describe('mutations of any other module', () => {
  it.each([
    ['if (a < b) go();', 'if (!(a < b)) go();', 'if (a <= b) go();', 'if (a < b) ;'],
    ['const x = !a && b;', 'const x = !a || b;', 'const x = a && b;'],
    [
      'await tx.send(1, true);',
      ';',
      'tx.send(1, true);',
      'await tx.send(1 + 1, true);',
      'await tx.send(1, false);',
    ],
    ['while (a < b) go();', 'while (a < b) ;'],
    ['services.log.info(of);'],
    ['type T = true;'],
    [
      "const q = 'select 1 from t where id = $1 and not dead order by at desc for update';",
      "const q = 'select 1 from t where id = $1 and not dead order by at desc ';",
      "const q = 'select 1 from t where (id = $1 or true) and not dead order by at desc for update';",
      "const q = 'select 1 from t where id = $1 and true order by at desc for update';",
      "const q = 'select 1 from t where id = $1 and not dead order by at for update';",
    ],
  ])('%s', (text, ...expected) => {
    const found = mutationsOf(text, 'a.ts').map((mutation) => applied(mutation, text));
    expect(found.sort()).toEqual(expected.sort());
  });
});

it('the nearest tests of a module are those of its folder that import it', () => {
  expect(testsByDistance('server/domain/gate/gate-scans.ts')[0]).toMatch(
    /^tests\/server\/domain\/gate\//,
  );
  expect(testsByDistance('machines/payment/payment.rules.ts').slice(0, 2)).toEqual([
    'tests/machines/payment.test.ts',
    'tests/model/payment.model.test.ts',
  ]);
});
