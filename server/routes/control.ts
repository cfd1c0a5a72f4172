import { staffCalls } from '../../contract/staff/calls.ts';
import type { Steering } from '../../contract/staff/control.ts';
import type { Trail } from '../domain/audit.ts';
import { createFigures } from '../domain/control/figures.ts';
import { makeGatePass } from '../domain/gate/gate-passes.ts';
import { switchMethod } from '../domain/payment/methods-off.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseFor } from '../http/refuse.ts';
import type { Routes } from '../http/serve.ts';
import { staffTrail } from '../http/staff-session.ts';
import { runSaleTask } from '../operator/sale-desk.ts';
import type { SaleTask } from '../operator/sale-task.ts';
import type { Services } from '../services.ts';

const { controlSteer, controlMessage, controlRemove, controlGive, controlDoors } = staffCalls;
const refuse = refuseFor(controlSteer, controlRemove, controlGive, controlDoors);
const refuseUnknown = refuseFor(
  controlSteer,
  controlMessage,
  controlRemove,
  controlGive,
  controlDoors,
);

/** The control room of an event: its figures, and the same acts as the commands of an operator, by a named person (decision 081). */
export const routes: Routes = (serve, services) => {
  const figures = createFigures(services);
  const demandEvent = async (slug: string) => {
    const [event] = await services.db.query('select 1 from events where slug = $1', [slug]);
    if (event === undefined) throw refuseUnknown('eventNotFound');
  };
  const act = async (slug: string, by: Trail, task: Omit<SaleTask, 'task' | 'slug'>) => {
    const desk = { db: services.db, clock: services.clock, live: services, by };
    const [said = ''] = await told(() => runSaleTask(desk, { task: 'sale', slug, ...task }));
    return { data: { said } };
  };

  serve(staffCalls.controlFigures, async ({ params }) => ({ data: await figures(params.slug) }));

  serve(controlSteer, async ({ params, body, staff, request }) => {
    const { slug } = params;
    await demandEvent(slug);
    if ('confirm' in body && body.confirm !== slug) {
      throw refuse('actImpossible', {
        sentence: `Type ${slug} to confirm. Nothing was changed.`,
        field: 'confirm',
      });
    }
    if (body.verb === 'method-off' || body.verb === 'method-on') {
      return { data: { said: await turnMethod(services, body, staffTrail(staff, request)) } };
    }
    return act(slug, staffTrail(staff, request), taskOf(body));
  });

  serve(controlMessage, async ({ params, body, staff, request }) => {
    await demandEvent(params.slug);
    const message = body.message ?? 'none';
    return act(params.slug, staffTrail(staff, request), { verb: 'message', message });
  });

  serve(controlRemove, async ({ params, body, staff, request }) => {
    const { email, reason } = body;
    await demandEvent(params.slug);
    return act(params.slug, staffTrail(staff, request), {
      verb: 'remove',
      email,
      message: reason ?? '',
    });
  });

  serve(controlGive, async ({ params, body, staff, request }) => {
    const { email, seats, standing } = body;
    await demandEvent(params.slug);
    return act(params.slug, staffTrail(staff, request), {
      verb: 'give',
      email,
      seats,
      category: standing?.category,
      count: standing?.count,
    });
  });

  serve(controlDoors, async ({ params, body, staff, request }) => {
    const author = staffTrail(staff, request);
    await demandEvent(params.slug);
    const { path, expiresAt } = await told(() =>
      makeGatePass(
        services.db,
        params.slug,
        services.clock.now(),
        { revokeOthers: body.revoke_others, showsGuests: body.shows_guests },
        author,
      ),
    );
    return { data: { path, expires_at: expiresAt.toISOString() } };
  });
};

type SaleSteering = Exclude<Steering, { verb: 'method-off' | 'method-on' }>;

function taskOf(body: SaleSteering): Omit<SaleTask, 'task' | 'slug'> {
  switch (body.verb) {
    case 'open':
    case 'pause':
    case 'close':
      return { verb: body.verb };
    case 'capacity':
    case 'rate':
    case 'let-in':
      return { verb: body.verb, count: body.count };
    case 'hold-back':
    case 'give-out':
      return { verb: body.verb, seats: body.seats };
  }
}

async function turnMethod(
  { db, gateways, clock }: Services,
  { verb, code }: { readonly verb: 'method-off' | 'method-on'; readonly code: string },
  by: Trail,
): Promise<string> {
  const known = gateways.methods.map((method) => method.code);
  await told(() => switchMethod(db, known, code, verb === 'method-on', by, clock.now()));
  return `${code} is ${verb === 'method-on' ? 'offered again' : 'not offered for new payments'}, at every event.`;
}

/** Runs an act; the reasons of the command line become the refusal of the call. */
async function told<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    throw refuse('actImpossible', { sentence: error.message });
  }
}
