import { gateTimings } from '../../machines/gate/gate.rules.ts';
import { timings } from '../../machines/shared/timings.ts';
import { spokenTime } from './chart.ts';

const healing = `${timings.healingPauses.map(spokenTime).join(', then ')} ± ${timings.healingJitter * 100} %, or as long as the server asked for`;

const code = {
  codeLife: `the remaining life of the code; ${spokenTime(timings.codeLife)} where the server does not say`,
  cooldown: 'the remaining cooldown that the server set',
};

/** Descriptions of computed delays, by flow, then by name. A missing or unused one prevents the page. */
export const computedDelays: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: {
    healing,
  },
  otp: {
    successNotice: `${spokenTime(timings.codeSuccess)}; ${spokenTime(timings.simpleCodeSuccess)} on the simple page`,
    ...code,
  },
  'password-reset': code,
  root: { healing },
  session: {
    healing,
    poll: `in line the heartbeat that the server names; else ${spokenTime(timings.sessionPoll)} while real-time works, else ${spokenTime(timings.sessionPollOffline)} ± ${timings.pollJitter * 100} %`,
    untilDeadline: 'the time until the deadline of the newest reading',
  },
  queue: {
    healingPause: healing,
    readSpread: `at random within ${spokenTime(timings.shortestReadSpread)} to ${spokenTime(timings.longestReadSpread)}, a millisecond for each buyer who hears the same`,
  },
  'seat-draft': { healingPause: healing, draftRepeat: healing },
  'order-form': { healing },
  realtime: {
    reconnectPause: `${timings.reconnectPauses.map(spokenTime).join(', then ')} ± ${timings.healingJitter * 100} %`,
  },
  payment: {
    healing,
    untilDeadline: 'the time until the deadline of the newest reading',
  },
  gate: {
    syncRetry: `${gateTimings.syncRetry.map(spokenTime).join(', then ')}`,
  },
};
