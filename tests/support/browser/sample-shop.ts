import { type AnyStateMachine, createActor } from 'xstate';
import { purchaseFlows } from '../../../src/app/flows/purchase-flows.ts';
import { createApi } from '../../../src/effects/http/api.ts';
import { createSeatmapStore } from '../../../src/effects/seatmap-store.ts';
import { parentStub } from '../flows/machines.ts';
import { memoryStore } from '../flows/virtual-buyer.ts';
import type { sampleServer } from './sample-server.ts';

/** The event of the samples. */
export const sampleSlug = 'konser-senja-jakarta';
const origin = 'http://tiket.contoh';

/** The flows of the purchase on their real effects, before a server that answers as told. */
export function shopWith(server: ReturnType<typeof sampleServer>) {
  const api = createApi({ root: `${origin}/api`, fetch: server.fetch });
  let ids = 0;
  const seatmaps = createSeatmapStore(api);
  const flows = purchaseFlows({
    api,
    now: () => performance.now(),
    wallNow: () => Date.now(),
    store: memoryStore(),
    newId: () => {
      ids += 1;
      return `kunci-${ids}`;
    },
    seatmaps,
    forgetTickets: async () => undefined,
    sayToTabs: () => undefined,
    watchHidden: () => () => undefined,
    addressOf: () => '/',
    leave: () => undefined,
  });
  return { flows, seatmaps };
}

/** Starts a flow at the event of the samples. */
export function startOf(machine: AnyStateMachine, input: object) {
  const parent = parentStub();
  return createActor(machine, {
    input: { parent: parent.ref, slug: sampleSlug, ...input },
  }).start();
}
