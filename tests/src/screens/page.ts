import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

export type Words = string | RegExp;
/** Words of a page; or by role, the words of an alert or a status and the name of any other element. A page lacks an alert whatever it says. */
export type Part = Words | Readonly<Record<string, Words>>;
/** Parts that a page has, and under `no` those that it has not. */
export type Shown = One | readonly One[];
type One = Part | { readonly no: Part };

const isWords = (part: unknown): part is Words =>
  typeof part === 'string' || part instanceof RegExp;

/** Fails unless all these parts are on the page. */
export function reads(...parts: readonly Part[]): void {
  for (const part of parts) {
    if (isWords(part)) expect(screen.getAllByText(part)[0]).toBeVisible();
    else {
      for (const [role, words] of Object.entries(part)) {
        const [first] = screen.getAllByRole(role, isSaid(role) ? {} : { name: words });
        if (isSaid(role)) expect(first).toHaveTextContent(words);
      }
    }
  }
}

/** Fails if any of these parts is on the page. */
export function lacks(...parts: readonly Part[]): void {
  for (const part of parts) {
    if (isWords(part)) expect(screen.queryAllByText(part)).toEqual([]);
    else {
      for (const [role, name] of Object.entries(part)) {
        expect(screen.queryAllByRole(role, isSaid(role) ? {} : { name })).toEqual([]);
      }
    }
  }
}

const isSaid = (role: string) => role === 'alert' || role === 'status';

export const button = (name: Words) => screen.getByRole('button', { name });

/** Presses buttons one after the other; each takes the focus, as in a browser. */
export function press(...names: readonly Words[]): void {
  for (const name of names) {
    const pressed = button(name);
    act(() => pressed.focus());
    fireEvent.click(pressed);
  }
}

/** Fills the field with this label, or chooses in a select. */
export function enter(label: Words, value: string): void {
  const field = screen.getByLabelText(label);
  const event = field.tagName === 'SELECT' ? fireEvent.change : fireEvent.input;
  event(field, { target: { value } });
}

/** A test for each row: what a buyer reads on the page with these props. */
export function itReads<P>(
  view: (props: P) => unknown,
  rows: readonly (readonly [shown: Shown, props: P])[],
): void {
  it.each(rows)('reads %o', (shown, props) => {
    view(props);
    for (const part of (Array.isArray(shown) ? shown : [shown]) as One[]) {
      if (isWords(part) || !('no' in part)) reads(part);
      else lacks(part.no as Part);
    }
  });
}

/** A test for each row: a press of this button calls this prop, once, with what is given. */
export function itPasses<P extends object>(
  view: (more: Partial<P>) => P,
  rows: readonly (readonly [name: Words, prop: keyof P, more: Partial<P>, ...given: unknown[]])[],
): void {
  for (const [name, prop, more, ...given] of rows) {
    it(`passes a press of ${name} on to ${String(prop)}`, () => {
      const props = view(more);
      press(name);
      expect(props[prop]).toHaveBeenCalledOnce();
      if (given.length > 0) expect(props[prop]).toHaveBeenCalledWith(...given);
    });
  }
}
