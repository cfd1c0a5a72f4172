import type { words as indonesian } from '../id/refund.ts';

/** English texts of refunds: the page of an order, and the page for a bank account. */
export const words: Record<keyof typeof indonesian, string> = {
  'title.refund': 'Refund',
  'title.refundAccount': 'Account for a refund',
  'refusal.refundBegun': 'A refund of this order was asked for already.',
  'refusal.refundUnavailable': 'Nothing of this order can be asked back now.',
  'refusal.refundAmountChanged': 'The amount has changed. Look at it again before you ask.',
  'refusal.refundLinkInvalid':
    'This link is not valid any more. Open the one in the newest e-mail.',
  'refusal.accountTaken': 'The account for this refund was given already.',
  'refusal.accountUnknown': 'The bank knows no account of this number. Please check it.',

  'refund.loading': 'Loading the refund',
  'refund.loadFailed': 'The refund cannot be loaded right now.',
  'refund.order': 'Order {code}',
  'refund.paid': 'Paid',
  'refund.back': 'Goes back to you',
  'refund.now': 'If you ask now',
  'refund.ask': 'Ask for the money back',
  'refund.sure': 'Ask for {amount} back?',
  'refund.sureText':
    'Once it is approved, all tickets of this order are void and their seats are sold again. Until then they cannot be given to another person.',
  'refund.sureBack': 'Not now',
  'refund.untilDated': '14 days after the new date is named',
  'refund.choose': 'Keep the tickets, or get the money back?',
  'refund.chooseText':
    'Date or place of this event have changed. Until {until} you can have all of your money back. Without a choice the tickets stay valid.',
  'refund.keep': 'Keep the tickets',
  'refund.kept': 'You keep the tickets. Until {until} you can still ask for the money.',
  'refund.nothing': 'Nothing of this order can be asked back now.',
  'refund.stateAsked': 'Your request waits for the organiser. The tickets are still valid.',
  'refund.stateRefused': 'Your request was not approved: {note}',
  'refund.stateApproved':
    'Approved. The tickets are being cancelled and the money will be sent soon.',
  'refund.stateOwed': 'The money is on its way back the way you paid.',
  'refund.stateAccountAsked': 'This way to pay takes no money back. Name a bank account for it.',
  'refund.stateAccountGiven': 'We have your account. The money will be transferred soon.',
  'refund.statePayingOut': 'The transfer to your account is under way.',
  'refund.stateDone': 'Done. The money has been sent.',
  'refund.reference': 'Reference: {reference}',
  'refund.nameAccount': 'Name the account',

  'account.intro': 'For order {code}, {event}',
  'account.bank': 'Bank',
  'account.chooseBank': 'Choose a bank',
  'account.number': 'Account number',
  'account.numberHelp': '5 to 20 digits, without spaces',
  'account.holder': 'Name of the holder',
  'account.holderHelp': 'As your bank writes it',
  'account.next': 'Check the account',
  'account.fits': 'The bank has this name for the account.',
  'account.misfits':
    'The bank has another name for this account. Check number and name; the money may not arrive there.',
  'account.unchecked': 'The bank cannot be asked now. Check number and name once more.',
  'account.right': 'Right, send it there',
  'account.change': 'Another account',
  'account.bankMissing': 'Choose a bank first.',
  'account.numberWrong': 'An account number has 5 to 20 digits.',
  'account.holderMissing': 'Enter the name of the holder.',
  'account.given':
    'We have the account. We will write to you when the money is transferred; if the bank refuses it, we will ask again.',
  'account.rejected':
    'The bank rejected this account. We will e-mail you a link to enter another one.',
  'account.done': 'The money has been sent.',
  'account.safety': 'We never ask for a PIN, a bank password or a one-time code.',
  'account.failed': 'It was not sent. Please try again.',
};
