import { describe, expect, it } from 'vitest';
import { actsOf, mayDo, staffActs, staffRoles } from '../../../contract/staff/roles.ts';

/** Written out by role, so that the table by act cannot grade itself. */
const expected: Readonly<Record<(typeof staffRoles)[number], readonly string[]>> = {
  owner: Object.keys(staffActs),
  sales: ['readFigures', 'steerSale', 'messageWaiting', 'openDoors', 'giveTickets'],
  support: [
    ...['readFigures', 'messageWaiting', 'removeBuyer'],
    ...['findOrder', 'readAnswers', 'correctOrder'],
  ],
  finance: ['readFigures', 'findOrder', 'refund'],
  door: ['openDoors'],
};

describe('who may do what (§15.10)', () => {
  it.each(staffRoles)('%s', (role) => {
    expect(actsOf([role])).toEqual(expected[role]);
  });

  it('several roles add up', () => {
    expect(mayDo(['support'], 'refund')).toBe(false);
    expect(mayDo(['support', 'finance'], 'refund')).toBe(true);
    expect(mayDo(['sales'], 'readAnswers')).toBe(false);
  });
});
