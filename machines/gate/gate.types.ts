import type { GateEvent, GateNight, Guest, ScanResponse } from '../../contract/gate.ts';
import type { TicketClaim } from '../../contract/ticket/ticket-code.ts';
import type { Result } from '../shared/result.ts';

/** What the page says about a ticket. */
export type Verdict =
  /** Let the guest in. */
  | 'valid'
  | 'used'
  | 'revoked'
  | 'wrongEvent'
  /** Real, for another show of the series. */
  | 'otherNight'
  /** No key of ours signed it. */
  | 'forged'
  /** A short code that the server does not know: mistyped, most likely. */
  | 'unknown'
  /** A short code cannot be proven without the server. */
  | 'needsNetwork'
  /** The device itself failed: nothing may be concluded. */
  | 'unchecked'
  /** The staff took the entry back. */
  | 'undone';

/** The entry that counts for a ticket. Instants are ISO 8601. */
export interface FirstEntry {
  readonly scanId: string;
  readonly at: string;
  readonly door: string;
}

/** What this device knows of a code that was just read, without asking anybody. */
export interface Look {
  /** Made for this scan; the server knows it by it. */
  readonly scanId: string;
  /** When it was read, by the server's clock as far as it is known. */
  readonly at: string;
  readonly code: string;
  readonly reading:
    | { readonly kind: 'signed'; readonly claim: TicketClaim; readonly isRevoked: boolean }
    | { readonly kind: 'short' }
    | { readonly kind: 'forged' };
  /** An entry with this ticket that is known here. */
  readonly first: FirstEntry | null;
}

/** A scan with its verdict. */
export interface JudgedScan {
  readonly scanId: string;
  readonly at: string;
  readonly code: string;
  readonly verdict: Verdict;
  readonly ticketId: string | null;
  readonly seat: string | null;
  readonly category: string | null;
  /** Of a used ticket: the entry that counts. */
  readonly first: FirstEntry | null;
  /** The show that the ticket is for, where it is another of the series. */
  readonly night?: GateNight | null;
  /** True where the server said so; false where this device decided alone. */
  readonly isConfirmed: boolean;
}

/** A guest who is in with a ticket that another entry counts for. */
export interface Conflict {
  readonly scanId: string;
  readonly at: string;
  readonly seat: string | null;
  readonly isRevoked: boolean;
  readonly first: FirstEntry | null;
}

/** What this device has done, as it is kept on it. */
export interface Tally {
  readonly admitted: number;
  readonly refused: number;
  /** Guests let in whom the server does not know of yet. */
  readonly unsynced: number;
  /** Newest first. */
  readonly recent: readonly JudgedScan[];
  readonly conflicts: readonly Conflict[];
}

/** What a device works with once it has a pass. */
export interface GateWork {
  readonly event: GateEvent;
  readonly door: string;
  readonly tally: Tally;
}

/** What a pass is taken up with. */
export interface PassOffer {
  readonly pass: string;
  readonly door: string;
}

/** What a device finds when the page opens. */
export interface Opened {
  /** Null on a device without a pass. */
  readonly work: GateWork | null;
  /** A pass that stood in the link the page was opened by. */
  readonly offeredPass: string | null;
}

/** Result of a pass; 'unsynced' if the entries of the previous event could not be uploaded, which a new pass would drop. */
export type Unlocked =
  | Result<GateWork>
  | { readonly ok: false; readonly failure: { readonly kind: 'unsynced' } };

/** Why a door cannot be opened, or the camera cannot be used. */
export type GateProblem = 'badPass' | 'offline' | 'broken' | 'unsynced';
export type CameraProblem = 'denied' | 'missing' | 'busy';

/** What the gate machine keeps. */
export interface GateContext {
  readonly work: GateWork | null;
  readonly offeredPass: string | null;
  readonly problem: GateProblem | null;
  /** How codes come in; kept while one is judged. */
  readonly mode: 'camera' | 'manual';
  readonly cameraProblem: CameraProblem | null;
  readonly hasTorch: boolean;
  readonly isTorchOn: boolean;
  /** The code that is being judged. */
  readonly code: string | null;
  readonly look: Look | null;
  readonly scan: JudgedScan | null;
  /** Who comes in, as the server said to a pass with that right; never kept on the device. */
  readonly guest: Guest | null;
  /** Codes that a scanner typed while another was judged or shown. */
  readonly queue: readonly string[];
  /** Codes are judged for practice: the server is not asked, and nothing is kept. */
  readonly isPractice: boolean;
  /** Tries of the synchronisation since the last that worked. */
  readonly attempts: number;
}

/** Events that the gate machine takes. */
export type GateMachineEvent =
  | { readonly type: 'pass.give'; readonly pass: string; readonly door: string }
  /** Gives the pass of this device up, and all it keeps; refused while a guest is unsynced. */
  | { readonly type: 'gate.leave' }
  | { readonly type: 'mode.camera' }
  | { readonly type: 'mode.manual' }
  | { readonly type: 'torch.toggle' }
  | { readonly type: 'code.type'; readonly code: string }
  | { readonly type: 'result.dismiss' }
  | { readonly type: 'practice.toggle' }
  /** Takes back the entry of the last scan. */
  | { readonly type: 'entry.undo' }
  | { readonly type: 'sync.now' }
  // Facts of the camera port.
  | { readonly type: 'camera.opened'; readonly hasTorch: boolean }
  | { readonly type: 'camera.failed'; readonly problem: CameraProblem }
  | { readonly type: 'code.seen'; readonly code: string }
  // A fact of the scanner port.
  | { readonly type: 'code.scanned'; readonly code: string }
  // Facts of the network port: a hint, since a network may be there and lead nowhere.
  | { readonly type: 'network.returned' }
  | { readonly type: 'network.lost' }
  /** The server did not respond in time. */
  | { readonly type: 'server.lost' }
  /** A guest was let in whom the server does not know of. */
  | { readonly type: 'entry.kept' };

/** Events that the camera port takes while it runs. */
export type CameraCommand = { readonly type: 'torch.set'; readonly isOn: boolean };

/** What the server says of one scan. */
export type Asked = Result<ScanResponse>;

/** Facts that the gate machine emits at the moment they happen, for what a page does once: a sound, a form that closes. */
export type GateEmitted =
  | { readonly type: 'scan.judged'; readonly verdict: Verdict }
  /** The server accepted or refused a pass. */
  | { readonly type: 'pass.answered' };
