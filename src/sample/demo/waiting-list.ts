import { DemoRefusal, type Handlers } from './call.ts';

const nobody = { data: { entry: null } };

/** The waiting lists of the demo: nothing sells out there, so nobody waits. */
export const waitingListCalls: Handlers<'waitingList' | 'joinWaitingList' | 'leaveWaitingList'> = {
  waitingList: () => nobody,
  joinWaitingList() {
    throw new DemoRefusal('notSoldOut');
  },
  leaveWaitingList: () => nobody,
};
