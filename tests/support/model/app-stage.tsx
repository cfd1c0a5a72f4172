import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
} from 'xstate';
import type { User } from '../../../contract/account.ts';
import type { CallShape } from '../../../contract/call/call.ts';
import type { EventDetail } from '../../../contract/catalogue.ts';
import { type Seatmap, seatmapCategories } from '../../../contract/seatmap.ts';
import { authMachine } from '../../../machines/auth/auth.machine.ts';
import { realtimeMachine } from '../../../machines/realtime/realtime.machine.ts';
import { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import { App } from '../../../src/app/app.tsx';
import { createQueryClient, queryKeys } from '../../../src/app/reads/queries.ts';
import { createGuardedHistory } from '../../../src/app/routing/history.ts';
import { parsePlace } from '../../../src/app/routing/paths.ts';
import { syncRoutes } from '../../../src/app/routing/route-sync.ts';
import type { Api } from '../../../src/effects/http/api.ts';
import { createSeatmapStore, type SeatmapStore } from '../../../src/effects/seatmap-store.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { fileOf } from '../browser/file-of.ts';
import { ok, refused, settle } from '../flows/machines.ts';
import type { AnyFlowModel } from './flow-model.ts';
import { type Host, openStage, type Stage, type Staging } from './stage.ts';

/** What a buyer has before them when a flow begins. */
export interface Setting {
  readonly model: AnyFlowModel;
  /** Name of the flow among those of the root. */
  readonly flow: Exclude<keyof RootSystem, 'auth' | 'session' | 'realtime'>;
  /** Address of the page. */
  readonly path: (start: string) => string;
  /** Who is signed in; null for nobody. */
  readonly account: User | null;
  /** Who is found when the account is asked for again; nobody unless given. */
  readonly accountLater?: User;
  /** What the server says of the session until the flow has begun. */
  readonly reading?: (start: string) => SessionReading;
  readonly event?: EventDetail;
  readonly seatmap?: Seatmap;
}

/** The product in a browser, with one of its flows in the hands of the test. */
export interface AppStage {
  readonly stage: Stage;
  readonly buyer: UserEvent;
  readonly seatmaps: SeatmapStore;
  /** Does something and lets the page follow. */
  readonly follow: (happen: () => Promise<unknown>) => Promise<void>;
  /** Waits for the code of the page, which is fetched once. */
  readonly drawn: () => Promise<void>;
  readonly close: () => void;
}

const never = new Promise<never>(() => undefined);
const silent = fromPromise(() => never);

/** Logic of a flow that begins as its model says; once, since what follows the end of the flow is not its business. */
function flowOf(
  machine: AnyStateMachine,
  inputOf: () => unknown,
  begun: (ref: AnyActorRef) => void,
) {
  let isBegun = false;
  const logic: AnyActorLogic = {
    getInitialSnapshot: (scope) => {
      if (isBegun) throw new Error(`The flow "${machine.id}" begins a second time.`);
      isBegun = true;
      begun(scope.self);
      return machine.getInitialSnapshot(scope as never, inputOf() as never);
    },
    transition: (snapshot, event, scope) =>
      machine.transition(snapshot as never, event, scope as never),
    start: (snapshot) => machine.start(snapshot as never),
    getPersistedSnapshot: (snapshot, options) =>
      machine.getPersistedSnapshot(snapshot as never, options),
  };
  return logic;
}

/** What no buyer meets; nor what lies behind a modal dialog. React hides a page that waits for the code of the next one. */
const unseen = '[hidden], [inert], [aria-hidden="true"], [style*="display: none"]';

/**
 * The one thing on the page with this name, of this tag or explicit role; null where there is none. Finds what a query by role finds
 * where names are labels or plain words, at a fraction of its time, which thousands of looks need.
 */
export function named(kind: string, name: string | RegExp): HTMLElement | null {
  const modal = document.querySelector('dialog[open]');
  const found = [...document.querySelectorAll<HTMLElement>(`${kind}, [role="${kind}"]`)].filter(
    (element) => {
      const own = (element.ariaLabel ?? element.textContent ?? '').trim();
      const isNamed = typeof name === 'string' ? own === name : name.test(own);
      const isWithin = modal === null || modal.contains(element);
      return isNamed && isWithin && element.closest(unseen) === null;
    },
  );
  if (found.length > 1) throw new Error(`The page has ${found.length} of ${kind} "${name}".`);
  return found[0] ?? null;
}

/** The one input with this label; null where there is none. */
export function field(label: string): HTMLInputElement | null {
  const control = (named('label', label) as HTMLLabelElement | null)?.control ?? null;
  return control instanceof HTMLInputElement ? control : null;
}

/** Opens the product's own tree, root, router and address bar on the page of a flow, as far as the flow's first state. */
export async function openApp(setting: Setting, start: string): Promise<AppStage> {
  const { account, accountLater = null, reading } = setting;
  const history = historyAt(setting.path(start));
  let root: ActorRefFrom<typeof rootMachine> | undefined;
  let flow: AnyActorRef | undefined;

  const hostOf = (machine: AnyStateMachine, { input, clock, inspect }: Staging): Host => {
    const own = flowOf(
      machine,
      () => input(made),
      (ref) => {
        flow = ref;
      },
    );
    const wired = rootMachine.provide({
      actors: {
        auth: authMachine.provide({
          actors: {
            fetchUser: fromPromise(async () => {
              const found = flow === undefined ? account : accountLater;
              return found === null ? refused(401, 'Unauthorized') : ok(found);
            }),
          },
        }),
        session: sessionMachine.provide({
          actors: {
            // After the flow has begun its own answers count.
            readSession: fromPromise(async () =>
              reading === undefined || flow !== undefined ? never : ok(reading(start)),
            ),
          },
        }),
        realtime: realtimeMachine.provide({
          actors: { connection: fromCallback(() => undefined) },
        }),
        otp: silent as never,
        passwordReset: silent as never,
        queue: silent as never,
        seatDraft: silent as never,
        orderForm: silent as never,
        payment: silent as never,
        [setting.flow]: own,
      },
    });
    const made = createActor(wired, {
      input: {
        screen: parsePlace(history.place.path, history.place.state, window.location.origin),
        random: () => 0.5,
        flowsLoaded: true,
      },
      clock: clock as never,
      inspect,
    });
    root = made;
    return {
      system: made.system,
      flow: () => {
        if (flow === undefined) throw new Error('The flow has not begun.');
        return flow;
      },
      start: () => made.start(),
      stop: () => made.stop(),
    };
  };

  const stage = openStage(setting.model, start, () => undefined, hostOf);
  if (root === undefined) throw new Error('The stage made no root.');
  const unsync = syncRoutes(root, history, window.location.origin);
  await settle();
  const api = apiOf(setting);
  const seatmaps = createSeatmapStore(api);
  const queries = createQueryClient();
  if (setting.event !== undefined) {
    queries.setQueryData(queryKeys.event(setting.event.slug), setting.event);
  }
  const store = createBrowserStore(window, () => account?.id ?? null);
  const follow = (happen: () => Promise<unknown>) =>
    act(async () => {
      await happen();
      await settle();
    });
  const tree = (
    <App
      root={root}
      api={api}
      queries={queries}
      store={store}
      seatmaps={seatmaps}
      history={history}
      locale="id"
    />
  );
  await follow(async () => render(tree));
  const drawn = () =>
    waitFor(() => expect(screen.queryByText('Memuat halaman')).toBeNull(), { timeout: 10_000 });
  await drawn();
  return {
    stage,
    // Whether a press gets through is for a browser to say: there are no styles here.
    buyer: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    seatmaps,
    follow,
    drawn,
    close: () => {
      cleanup();
      unsync();
      history.close();
      stage.stop();
      queries.clear();
    },
  };
}

function historyAt(path: string) {
  window.history.replaceState(null, '', path);
  return createGuardedHistory(window);
}

/** The server of the pages: it knows the seat map, and is slow about all else. */
function apiOf({ seatmap }: Setting): Api {
  const api = {
    call: () => never,
    page: () => never,
    file: ({ path }: Pick<CallShape, 'path'>) =>
      path === seatmapCategories.path && seatmap !== undefined
        ? Promise.resolve(ok(fileOf(seatmap)))
        : never,
  };
  return api as unknown as Api;
}
