/** One fault of the catalogue, the required result, and the parts responsible for it. */
export interface FaultRow {
  readonly id: string;
  readonly fault: string;
  readonly holds: string;
  readonly owners: string;
}

// F61 to F66, the ends of a session (§4.20), have a test for each page of the purchase.
const catalogue = `
F01 | Refresh while waiting | same position, no second row, the browser asks first (§4.32) | queue
F02 | Refresh on the seats | the selection comes back without seats that others took (§3.90) | seats
F03 | Refresh on the order form | the draft and the typed answers come back (§2.253) | order form
F04 | Refresh on the methods | same countdown, nothing selected (§4.6) | payment
F05 | Refresh while a payment is created | one payment, and its page (§4.70) | payment, API client
F06 | Refresh on the payment | same code, same deadline (§2.301) | payment
F07 | Refresh on the success modal | still paid, with the tickets listed (§4.71) | payment
F08 | Refresh on the code page | code and cooldown continue (§4.86) | code
F09 | Two tabs join | one position, both tabs show it (§4.32) | queue
F10 | The turn comes with two tabs open | one tab moves, the other follows (§4.40) | queue
F11 | One tab pays, the other chooses seats | both show the payment; no draft is cancelled (§4.78) | root
F12 | Signed out in another tab | signed out within a second, no data stays (§4.88) | sign-in
F13 | Another account signs in in another tab | only its data is shown (§4.88) | sign-in
F14 | Back from the seats to the queue | the seats page again, no loop (§6.31) | root
F15 | Back on the payment pages, three times | the page stays (§2.314) | root
F16 | Restored from the page cache | everything is read again, countdowns are right (§4.13) | session
F17 | No broker from the start | shown, and the purchase completes (§4.91) | real time
F18 | The broker drops, a promotion is missed | polling finds it within 12 s (§4.10) | queue
F19 | The broker is silent | closed, polling starts, connected again (§4.92) | real time
F20 | The broker returns after more than ten tries | connected when the page wakes (§4.93) | real time
F21 | Malformed and foreign messages | dropped, their text never logged (§3.84) | real time
F22 | The promotion arrives three times | one move (§4.11) | queue
F23 | Removed, then a late promotion | stays removed (§4.11) | queue
F24 | Promoted, then an older response | the older response is dropped (§3.52) | session
F25 | The buyer leaves by signing out | no notice is shown (§4.24) | queue
F26 | Every call gets 500 | shown, with a way to continue; no invented data (§8.4) | API client
F27 | The server hangs | aborted after 10 s, no double action (§7.4) | API client
F28 | The response is lost after the commit | the repeated call gets the same response (§7.5) | server
F29 | Too many calls, Retry-After 5 s | waits 5 s, then calls once (§4.110) | API client
F30 | The sign-in expires during a purchase | after the next sign-in the draft is back (§6.23) | sign-in
F31 | No active draft | the seats page (§6.24) | root
F32 | The device clock jumps | the countdown is right (§4.12) | clock
F33 | Asleep past the deadline | one read, then over; the countdown never goes below zero (§4.14) | clock
F34 | Asleep within the deadline | right at once (§4.13) | clock
F35 | Hidden for six minutes | right within 2 s of being shown (§4.13) | session
F36 | Offline for 20 s at every step | shown, nothing lost, continues (§2.193) | API client
F37 | Offline when pay is pressed | shown; no payment, or exactly one (§4.76) | payment
F38 | A notification is lost | the server asks the gateway (§12.23) | server
F39 | A notification fifty times at once | one completion, one set of tickets (§12.25) | server
F40 | Notifications out of order | completed is final (§12.24) | server
F41 | Money after the deadline, seats free | the order is paid (§12.26) | server
F42 | Money after the deadline, seats taken | refunded, and shown (§12.26) | server
F43 | A forged notification | refused, nothing changes (§12.21) | server
F44 | The notification arrives before the response | paid, whichever comes first (§4.71) | payment
F45 | Two buyers, one seat | one gets it, the other sees a refusal (§7.71) | seats, server
F46 | Two hundred buyers, a hundred seats | no seat twice, no deadlock (§16.26) | server
F47 | The draft expires on the order form | shown, the seats page; the seats are free (§2.256) | order form
F48 | The draft expires before payment | refused and shown (§2.288) | payment
F49 | The session ends while money is on its way | paid wins (§4.71) | payment
F50 | The server dies with 500 in the queue | order, positions and deadlines stay (§11.1) | server
F51 | The server dies while a payment is created | one payment (§12.11) | server
F52 | The database is away | 503, then recovery; no partial change (§16.20) | server
F53 | Two server processes | one of them promotes, limits hold (§16.21) | server
F54 | Capacity for one, fifty buyers | never two online, first come, first served (§11.2) | server
F55 | A crash between settlement and tickets | tickets are issued once (§12.25) | server
F56 | The event closes while buyers queue | shown, the event page (§10.23) | queue
F57 | The price changes during a draft | the draft keeps its price (§10.4) | server
F58 | No storage in the browser | the purchase completes (§3.95) | all
F59 | Unknown values from a newer server | neutral text, nothing breaks (§3.4) | contract
F60 | Effects run twice | one join, one draft, one payment (§18.10) | all
F61 | The session is left elsewhere, on each page | shown, the flow stops, only a press joins again (§4.22) | root
F62 | Removed, on each page | the reason for 3 s, then on the event page (§4.23) | root
F63 | The session expires, on each page but the queue | shown with the freed seats, a press joins again (§4.21) | root
F64 | The event closes or is cancelled, on each page | shown, then the event page (§4.23) | root
F65 | Paid elsewhere, before the payment page | shown, the tickets, no capacity used (§4.25) | root
F66 | Absent or silent in the queue | shown, and a press joins again (§11.21) | root, queue
F67 | Exit in one of two tabs | neither tab undoes it, both show it (§4.20) | root, session
F68 | Paid on one of two devices, the other asleep | it shows the payment when it wakes (§4.20) | session
F69 | The server away for a minute, at every step | recovers without a press (§4.110) | all
F70 | Then 503 for a minute, Retry-After 20 s | recovers without a press (§4.110) | all
F71 | A notification that the gateway did not sign | 401, nothing changes (§12.21) | payment
F72 | Three duplicates of a settlement, and a pending after it | the payment stays completed, nothing twice (§12.24) | payment
F73 | A notification that never comes | made good by asking the gateway (§12.23) | payment
F74 | The bank takes a settlement back | its tickets are void at once (§12.30) | payment, ticket
F75 | The response to a charge is lost | one charge at the gateway (§12.11) | payment
F76 | A wallet denies | the seats stay for another method (§12.13) | payment
F77 | A process dies in the middle of a draw | another one ends it, to the same order (§11.51) | queue
F78 | The list of a draw is closed after the round of its beacon is known | a later round is named (§11.51) | queue
F79 | The development server restarts with charges at a twin | each is known, with its status (§16.10) | payment
F80 | The process dies at any await between a charge and its commit | no money without tickets, no tickets without money, nobody charged twice (§12.11) | payment
F96 | The data folder is lost | a backup made while it sells brings back all that was confirmed before it (§16.24) | all
`;

/** Every fault in a purchase that must not cost a buyer a position, a seat or money. A test proves a row by its id in the title. */
export const faultRows: readonly FaultRow[] = catalogue
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', fault = '', holds = '', owners = ''] = line.split(' | ');
    return { id, fault, holds, owners };
  });
