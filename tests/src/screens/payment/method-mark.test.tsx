import { describe, expect, it } from 'vitest';
import { namesOfMethods } from '../../../../server/gateway/methods.ts';
import { markOf } from '../../../../src/screens/payment-method/method-mark.tsx';

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the mark of a method', () => {
  const marks = [...namesOfMethods].map(([code, { name }]) => ({ code, mark: markOf(code, name) }));

  it('exists for each method of the shop, unlike every other', () => {
    const drawn = marks.map(({ mark }) =>
      JSON.stringify([mark?.shape, mark?.letters, mark?.ground]),
    );
    expect(drawn).not.toContain(JSON.stringify([undefined, undefined, undefined]));
    expect(new Set(drawn).size).toBe(marks.length);
  });

  it.each(marks)('$code is readable: at least 4.5 to 1', ({ mark }) => {
    const [light, dark] = [mark?.ink ?? '', mark?.ground ?? '']
      .map(luminance)
      .toSorted((a, b) => b - a);
    expect(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  it('is found by the names of other gateways, and absent for unknown methods', () => {
    expect(markOf('bca_va', 'Bank Central')?.letters).toBe('BCA');
    expect(markOf('bank_transfer', 'Permata VA')?.letters).toBe('Permata');
    expect(markOf('alfamart', 'Alfamart')).toBeNull();
  });
});
