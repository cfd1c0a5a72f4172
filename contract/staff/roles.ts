/** Roles of staff. A person may have several; an owner may do everything. */
export const staffRoles = ['owner', 'sales', 'support', 'finance', 'door'] as const;
/** A role of staff. */
export type StaffRole = (typeof staffRoles)[number];

/** What staff can do, each act with the roles that may do it beside the owner. The only place that decides who may do what. */
export const staffActs = {
  /** Read the figures of the control room. */
  readFigures: ['sales', 'support', 'finance'],
  /** Pause, open and close a sale; its capacity and rate; let people in; hold seats back and give them out; methods off and on. */
  steerSale: ['sales'],
  /** Write to all who wait. */
  messageWaiting: ['sales', 'support'],
  /** End the session of one buyer. */
  removeBuyer: ['support'],
  /** Make passes for the gates. */
  openDoors: ['sales', 'door'],
  /** Find an order and read its history, without the answers of its forms. */
  findOrder: ['support', 'finance'],
  /** Read the answers of attendee forms. */
  readAnswers: ['support'],
  /** Send e-mails again, correct a name, move seats, void a ticket and issue another. */
  correctOrder: ['support'],
  /** Approve, refuse and pay refunds. */
  refund: ['finance'],
  /** Issue complimentary tickets. */
  giveTickets: ['sales'],
  /** Invite, change and remove staff. */
  manageStaff: [],
} as const satisfies Record<string, readonly Exclude<StaffRole, 'owner'>[]>;
/** An act of staff. */
export type StaffAct = keyof typeof staffActs;

/** Whether somebody with these roles may do the act. */
export function mayDo(roles: readonly StaffRole[], act: StaffAct): boolean {
  const others: readonly StaffRole[] = staffActs[act];
  return roles.some((role) => role === 'owner' || others.includes(role));
}

/** The acts that these roles may do, in the order of the table. */
export function actsOf(roles: readonly StaffRole[]): StaffAct[] {
  return (Object.keys(staffActs) as StaffAct[]).filter((act) => mayDo(roles, act));
}
