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

/** The buyer's situation when a flow starts. */
export interface Setting {
  readonly model: AnyFlowModel;
  /** Name of the flow in the root machine. */
  readonly flow: Exclude<keyof RootSystem, 'auth' | 'session' | 'realtime'>;
  /** Address of the page. */
  readonly path: (start: string) => string;
  /** The signed-in account; null for a visitor. */
  readonly account: User | null;
  /** The account in the next read; null by default. */
  readonly accountLater?: User;
  /** The session response until the flow has started. */
  readonly reading?: (start: string) => SessionReading;
  readonly event?: EventDetail;
  readonly seatmap?: Seatmap;
}

/** The app with one of its flows controlled by the test. */
export interface AppStage {
  readonly stage: Stage;
  readonly buyer: UserEvent;
  readonly seatmaps: SeatmapStore;
  /** Performs an action and lets the page update. */
  readonly follow: (happen: () => Promise<unknown>) => Promise<void>;
  /** Waits for the lazy module of the page. */
  readonly drawn: () => Promise<void>;
  readonly close: () => void;
}

const never = new Promise<never>(() => undefined);
const silent = fromPromise(() => never);

/** Logic of a flow that starts as its model says; once, since events after the end of the flow are out of scope. */
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

/** Elements hidden from buyers, also those behind a modal dialog. React hides a page while the module of the next one loads. */
const unseen = '[hidden], [inert], [aria-hidden="true"], [style*="display: none"]';

/**
 * The only element with this name, of this tag or explicit role; null if there is none. Equivalent to a query by role for labels and
 * plain text, at a fraction of its time, since the walks make thousands of queries.
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

/** The only input with this label; null if there is none. */
export function field(label: string): HTMLInputElement | null {
  const control = (named('label', label) as HTMLLabelElement | null)?.control ?? null;
  return control instanceof HTMLInputElement ? control : null;
}

/** Opens the app's own tree, root, router and address bar on the page of a flow, up to the flow's first state. */
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
              return found === null ? refused('unauthenticated') : ok(found);
            }),
          },
        }),
        session: sessionMachine.provide({
          actors: {
            // After the flow has started, its own responses count.
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
    waitFor(() => expect(screen.queryByText('Memuat halaman')).toBeNull(), { timeout: 60_000 });
  await drawn();
  return {
    stage,
    // Only a browser can tell whether a press reaches the element: there are no styles here.
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

/** The server of the pages: it returns the seat map and leaves every other call pending. */
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
