import type { words as indonesian } from '../id/draw.ts';

/** English texts of the page that proves a draw. */
export const words: Record<keyof typeof indonesian, string> = {
  'title.draw': 'Check the draw',

  'undian.title': 'Check the draw',
  'undian.intro':
    'The order of the queue was drawn from everybody who was in the waiting room when the sale started. On this page anybody can check that nobody changed it.',
  'undian.presale': 'Draw of the presale',
  'undian.sale': 'Draw of the sale',
  'undian.none': 'This event holds no draw',
  'undian.noneText': 'Numbers of this queue are given in the order of arrival.',
  'undian.back': 'Back to the event',
  'undian.failed': 'The draw could not be read.',
  'undian.loading': 'Loading the draw',
  'undian.empty': 'Nobody was in the waiting room when the sale started, so there was no draw.',

  'undian.opened': 'The waiting room opened on {when}',
  'undian.openedText':
    'The server chose a secret and published its fingerprint before the first person came in. It could not be replaced since then.',
  'undian.commitment': 'Fingerprint of the secret',
  'undian.beacon': 'Round of the public beacon drand',
  'undian.beaconText':
    'The value of this round is published on {when}, after the list is closed, and nobody knows it before. It takes part in deciding the order.',
  'undian.signature': 'Value of the public beacon',
  'undian.closed': 'The list was closed on {when}',
  'undian.closing': 'The list is closed when the sale starts, on {when}',
  'undian.closedText':
    'The list has {n} random names. Its fingerprint was published before the order was known.',
  'undian.root': 'Fingerprint of the list',
  'undian.drawn': 'The order was published on {when}',
  'undian.drawing': 'The order is being drawn',
  'undian.drawnText':
    'The secret is open. From secret, list and public beacon everybody computes the same order.',
  'undian.secret': 'Secret',

  'undian.prove': 'Check one number',
  'undian.proveText':
    'Your phone computes the number from the name of the draw itself; the server only sends where that name is in the list.',
  'undian.name': 'Name in the draw',
  'undian.nameHelp': '16 letters and digits from the queue page',
  'undian.nameWrong': 'A name in the draw has 4 to 32 small letters and digits.',
  'undian.check': 'Check',
  'undian.notListed': 'This name is not in the closed list.',
  'undian.proofFailed': 'The check could not be run. Please try again.',
  'undian.proved': 'Number {number} is right.',
  'undian.provedSecret': 'The secret has the fingerprint that was published before.',
  'undian.provedBeacon':
    'The value of the public beacon is genuine and younger than the closed list.',
  'undian.provedList': 'The name is in the closed list, in place {place} of {n}.',
  'undian.provedNumber': 'Secret and list give this name the number {number}.',
  'undian.wrong.secret': 'The secret does not have its fingerprint. This draw is not valid.',
  'undian.wrong.beacon': 'The value of the public beacon is not genuine. This draw is not valid.',
  'undian.wrong.list': 'The proof does not lead to the closed list. This draw is not valid.',

  'undian.whole': 'Check the whole draw',
  'undian.wholeText':
    'The file of the draw has all names and numbers, and no personal data. The program of Roetix checks all of it with this command:',
  'undian.download': 'Download the file of the draw',
  'undian.copy': 'Copy the command',
};
