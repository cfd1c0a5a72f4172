/** Every delay of §9.1, in milliseconds. No number stands in an `after` of a machine. */
export const timings = {
  /** Bubble, draft and session poll while real-time works (§9.17). */
  sessionPoll: 30_000,
  /** Session poll while real-time does not (§4.10), before its ± 20 % jitter. */
  sessionPollOffline: 10_000,
  /** Bounds of the heartbeat that a server names for a session in line (decision 060). */
  shortestHeartbeat: 5_000,
  longestHeartbeat: 60 * 60_000,
  /** The line's document is read this often while its topic brings it as well, before ± 20 % (decision 060). */
  linePoll: 30_000,
  /** The same without real-time. */
  linePollOffline: 5_000,
  /** A document up to this much older than the known one is dropped; beyond, the clock that dated the known one was wrong. */
  lineOutdated: 60_000,
  /** Bounds of the time over which the buyers who learn the same from the line's document read their sessions: a millisecond for each. */
  shortestReadSpread: 3_000,
  longestReadSpread: 120_000,
  /** How long a number that was drawn has the page to itself. */
  drawnNotice: 20_000,
  /** A heartbeat longer than this is one of a buyer far from the front. */
  nearHeartbeat: 120_000,
  /** Share of the poll that jitter adds or takes (§4.10). */
  pollJitter: 0.2,
  /** Seat map read while real-time does not work: as often as the session is while it does. */
  seatsPoll: 30_000,
  /** Draft status poll (§4.58). */
  draftPoll: 30_000,
  /** Payment status poll (§4.72). */
  paymentPoll: 15_000,
  /** An offered ticket's page reads this often whether the other person has accepted. */
  transferPoll: 15_000,
  /** Presses of the status button within this time are one (§4.72). */
  checkMerge: 1_000,
  /** The bubble shows this long after a session is found (§9.20). */
  bubbleDelay: 1_000,
  /** Pause before a page is left for the step the session is at (§9.20). */
  resumeRedirect: 500,
  /** Pause between promotion and the seats (§9.21). */
  promotedPause: 500,
  /** A page moves a buyer to the seats at most once in this time (§9.21). */
  redirectDebounce: 5_000,
  /** The same notice twice within this time is shown once (§4.11). */
  noticeRepeat: 3_000,
  /** How long 'kicked' is shown (§9.22). */
  kickedNotice: 3_000,
  /** How long 'expired' is shown (§9.22). */
  expiredNotice: 3_000,
  /** Wait for the session cookie after a login (§9.23). */
  cookieWait: 1_000,
  /** How long a form waits for its page to be gone to Google before it may be used again. */
  googleReturn: 10_000,
  /** How long a login or a registration says that it worked (§9.23). */
  successNotice: 1_500,
  /** The same after a code on the full page, and after a new password (§9.23). */
  codeSuccess: 1_500,
  /** The same on the simple page (§9.23). */
  simpleCodeSuccess: 2_000,
  /** Life of a code when the server does not say (§9.14). */
  codeLife: 15 * 60_000,
  /** Wait for the queue to be left before a logout goes on (§9.24). */
  logoutQueueWait: 100,
  /** Longest a step of the logout may take (§4.87). */
  logoutStepCap: 2_000,
  /** Pause before the page is loaded again after a logout (§9.24). */
  logoutReload: 500,
  /** Pauses before a call that failed is made again; the last one for every further try (§4.110). */
  healingPauses: [1_000, 2_000, 4_000, 8_000, 15_000, 30_000],
  /** Share of such a pause that jitter adds or takes (§4.110). */
  healingJitter: 0.2,
  /** Pause before a page that one person opened by a link reads again what it could not read (§4.112). */
  rereadPause: 10_000,
  /** Longest Retry-After of a server that is heeded to the full (§4.110). */
  longestRetryAfter: 5 * 60_000,
  /** The voucher's button stays busy this long after a response (§9.28). */
  voucherRelease: 150,
  /** A session that is re-read at zero goes on only with more than this left (§4.14). */
  deadlineMargin: 10_000,
  /** Countdown is set again when it is off by more than this (§9.25). */
  resyncThreshold: 10_000,
  /** The same redirect twice within this time is a loop (§6.31). */
  redirectMemory: 10_000,
  /** A completed payment that the server still calls pending after this is shown as pending again (§2.331). */
  completionProof: 10_000,
  /** Wait before a signed-out buyer with a voucher is sent to sign in (§9.28). */
  voucherLogin: 2_000,
  /** Longest a time-critical dialog holds a redirect back (§5.53). */
  noticeCap: 5_000,
  /** Pause between two tries of the broker (§9.31). */
  reconnectPeriod: 5_000,
  /** A page that waits to know who is there says after this that it is connecting (§2.9). */
  connectingNotice: 3_000,
  /** Largest random share added to it (§4.92). */
  reconnectJitter: 1_500,
  /** Pauses between the tries after the first ten; the last one for every further try (§4.92). */
  reconnectPauses: [10_000, 20_000, 40_000, 60_000],
  /** Longest one try of the broker takes (§9.32). */
  connectTimeout: 30_000,
} as const;

/** Tries of the broker before the client ends, and is started again after growing pauses (§4.92). */
export const maxReconnectAttempts = 10;
