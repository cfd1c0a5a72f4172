import type { words as indonesian } from '../id/transfer.ts';

/** English texts of a ticket for another person. */
export const words: Record<keyof typeof indonesian, string> = {
  'title.transfer': 'A ticket for you',
  'refusal.transferEnded': 'This ticket is no longer offered.',
  'refusal.transferOwn': 'This ticket is yours already. Send the link to somebody else.',
  'refusal.transferClosed':
    'This ticket cannot be given away any more: its event has begun or is cancelled.',
  'refusal.refundAsked':
    'The money of this order has been asked back, so its tickets cannot change hands.',
  'refusal.ticketUsed': 'Somebody has entered with this ticket already.',

  'transfer.give': 'Give to another person',
  'transfer.giveText':
    'Send a link to the person who uses this ticket. Once they accept it, the code on this page is void and a ticket is issued in their name.',
  'transfer.giveMoney': 'Once it is accepted, you cannot get the money of this order back.',
  'transfer.make': 'Make a link',
  'transfer.link': 'Link of the ticket',
  'transfer.copy': 'Copy link',
  'transfer.share': 'Share link',
  'transfer.shareText': 'A ticket for {event}. Accept it here:',
  'transfer.until': 'Works until {date}, {time}. Only one person can accept it.',
  'transfer.isOut': 'A link is out. Until it is accepted, this ticket stays yours.',
  'transfer.again': 'Make a new link',
  'transfer.againText': 'The old link ends as soon as you make a new one.',
  'transfer.withdraw': 'Withdraw link',
  'transfer.withdrawn': 'The link is withdrawn. This ticket stays yours.',
  'transfer.lapsed': 'The time of the link is over. This ticket stays yours.',
  'transfer.given': 'Another person has accepted this ticket. The code on this page is void.',
  'transfer.failed': 'That did not work. Try again.',
  'transfer.loading': 'Loading the offered ticket',
  'transfer.loadFailed': 'The ticket could not be loaded yet.',

  'transfer.from': '{name} gives you this ticket',
  'transfer.standing': 'Standing',
  'transfer.holder': 'Your name on the ticket',
  'transfer.holderHelp': 'As on your identity card',
  'transfer.holderMissing': 'Enter your name.',
  'transfer.accept': 'Accept ticket',
  'transfer.acceptText': 'It is issued with a new code. The code of the giver becomes void.',
  'transfer.signIn': 'Sign in to accept',
  'transfer.signInText':
    'The ticket is kept in your account. No account yet? Register on the sign-in page.',
  'transfer.verify': 'Verify e-mail',
  'transfer.verifyText': 'Verify your e-mail first, then accept the ticket here.',
  'transfer.accepted': 'The ticket is yours.',
  'transfer.open': 'Open ticket',
  'transfer.endAccepted': 'This ticket has been accepted. If you accepted it, it is in My Orders.',
  'transfer.endWithdrawn': 'The giver withdrew this link. Ask them for a new one.',
  'transfer.endLapsed': 'The time of this link is over. Ask the giver for a new one.',
  'transfer.unknown': 'This link offers no ticket. Check that it is complete.',
};
