/** Refusals of the staff's calls, a part of the table of all refusals. */
export const staffRefusals = {
  invitationInvalid: {
    status: 404,
    sentence: 'This invitation is used, replaced or too old. Ask for a new one.',
  },
  staffNotFound: { status: 404, sentence: 'Nobody of the staff has this id' },
  orderNotPaid: { status: 409, sentence: 'Only a completed order has tickets' },
  actImpossible: {
    status: 409,
    sentence: 'This cannot be done now. Nothing was changed.',
    adds: 'the sentence says why',
  },
  ticketUsed: { status: 409, sentence: 'Seseorang sudah masuk dengan tiket ini.' },
  refundStepImpossible: {
    status: 409,
    sentence: 'The refund of this order cannot take this step',
    adds: 'the sentence says why',
  },
  lastOwner: {
    status: 409,
    sentence: 'The shop needs one owner who can sign in. Make somebody else an owner first.',
  },
} as const;
