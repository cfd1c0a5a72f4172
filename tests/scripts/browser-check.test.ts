import { expect, it } from 'vitest';
import { newerInScript, newerInStyles } from '../../scripts/build/browser-check.ts';

it.each([
  ['a lookbehind', '(?<=', "x.replace(/(?<=.)b/, '')"],
  ['a lookbehind in a text', '(?<=', "new RegExp('(?<!a)b')"],
  ['a static method', 'URL.canParse', 'URL.canParse(x)'],
  ['a method of an array', '.toSorted', 'const list = []; list.toSorted()'],
  ['a class', 'BarcodeDetector', 'new BarcodeDetector({})'],
  ['a method of a signal', '.throwIfAborted', 'signal?.throwIfAborted()'],
  ['a static block', 'static {}', 'class A { static { start() } }'],
])('finds %s', (_what, name, code) => {
  expect([...newerInScript(code).keys()]).toEqual([name]);
});

it.each([
  ['what the oldest browsers have', 'Object.hasOwn(x, 1); [1].at(-1); "a".replaceAll("a", "b")'],
  ['a call that asks first', 'signal.throwIfAborted?.()'],
  ['a class of the code itself', 'class OffscreenCanvas {} new OffscreenCanvas()'],
])('passes %s', (_what, code) => expect(newerInScript(code).size).toBe(0));

it('throws on syntax above ES2022', () => {
  expect(() => newerInScript('using x = y;')).toThrow(SyntaxError);
});

it('finds a property, a unit and a function, but not behind @supports', () => {
  const css = `a { max-height: min(80dvh, var(--b)); translate: 0; color: color-mix(in srgb, red, var(--c)) }
    @supports (height: 1dvh) { a { height: 1dvh } }`;
  expect([...newerInStyles(css).keys()]).toEqual(['dvh', 'translate', 'color-mix()']);
});

it('finds a selector by the class before it', () => {
  const css = '._lone_1mrp2_102:has(p){} .a:is(.b,.c:hover){} @container (width>1px){}';
  expect([...newerInStyles(css).keys()]).toEqual(['.lone:has', '@container']);
});
