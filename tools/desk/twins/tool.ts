import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Db } from '../../../server/db/db.ts';
import { isForm, takeForms } from '../../../server/demo/take-forms.ts';
import type { PaymentGateway } from '../../../server/gateway/gateway.ts';
import { type TwinName, twinAccounts, twinNames } from '../../../server/gateway/stand-in.ts';
import { envelope } from '../../../server/http/envelope.ts';
import { Refusal } from '../../../server/http/refusal.ts';
import { siteUrl } from '../../../server/mail/links.ts';
import type { Services } from '../../../server/services.ts';
import { type MidtransTwinSettings, mountMidtransTwin } from './midtrans.ts';
import {
  type Twin,
  type TwinNotice,
  type TwinStore,
  twinActs,
  twinFaults,
  twinPosts,
} from './twin.ts';
import { mountXenditTwin } from './xendit.ts';

const orderSchema = z.union([
  z.strictObject({ payment_id: z.uuid(), act: z.enum(twinActs) }),
  z.strictObject({ fault: z.enum(twinFaults) }),
  z.strictObject({ post: z.enum(twinPosts) }),
  z.strictObject({ flush: z.union([z.literal(true), z.literal('true')]) }),
  z.strictObject({ late_seconds: z.coerce.number().check(z.int(), z.nonnegative()) }),
]);
const usage = `Send one of {"payment_id": ID, "act": ${twinActs.join('|')}}, {"fault": ${twinFaults.join('|')}}, {"post": ${twinPosts.join('|')}}, {"flush": true}, {"late_seconds": n}`;

/** First part of the names of the rows of `server_facts` with charges of twins: production, which has no twin, needs no table of them. */
const factPrefix = 'twin.';

/** The stored charges of each twin. */
export type TwinStores = Readonly<Record<TwinName, { readonly store: TwinStore }>>;

/** Reads the charges of the twins, so that a restart turns no paid charge into an unknown one. */
export async function openTwinStores(db: Db): Promise<TwinStores> {
  const rows = await db.query<{ name: string; value: string }>(
    'select name, value from server_facts where starts_with(name, $1)',
    [factPrefix],
  );
  const storeOf = (twin: TwinName): { store: TwinStore } => {
    const prefix = `${factPrefix}${twin}.`;
    const own = rows.filter(({ name }) => name.startsWith(prefix));
    const read = own.map(({ name, value }) => ({
      paymentId: name.slice(prefix.length),
      text: value,
    }));
    const save = async (paymentId: string, text: string) => {
      await db.query(
        `insert into server_facts (name, value) values ($1, $2)
         on conflict (name) do update set value = excluded.value`,
        [prefix + paymentId, text],
      );
    };
    return { store: { read, save } };
  };
  return { midtrans: storeOf('midtrans'), xendit: storeOf('xendit') };
}

/** Deletes the stored charges of every twin. */
export async function clearTwinStores(db: Db): Promise<void> {
  await db.query('delete from server_facts where starts_with(name, $1)', [factPrefix]);
}

type TwinLinks = Omit<MidtransTwinSettings, 'key' | 'merchantId'>;

/**
 * Mounts the twin of each gateway that has no account here, and their steering: POST /dev/gateway/twins/{name} acts as the other end, sets the
 * fault of the next call, or decides how notifications travel, and the shop has asked about them when the response comes; GET lists charges and behaviour. Their page is /dev/gateway. Throws 404 for
 * another twin or charge, 409 for an act that the status does not allow, 422 for an order that it does not know.
 */
export function mountTwins(
  app: FastifyInstance,
  services: Pick<Services, 'clock' | 'config' | 'gateways'>,
  stores: TwinStores,
  drain: () => Promise<void>,
): readonly Twin[] {
  const { midtrans, xendit } = twinAccounts;
  const mount = {
    midtrans: (more: TwinLinks) => mountMidtransTwin(app, { ...midtrans, ...more }),
    xendit: (more: TwinLinks) => mountXenditTwin(app, { ...xendit, ...more }),
  };
  const twins = twinNames(services).map((name) =>
    mount[name]({
      now: () => services.clock.now(),
      payerPages: `${siteUrl(services.config)}/dev/gateway`,
      deliver: (notice) => deliverTo(app, services.gateways.of(name), notice),
      ...stores[name],
    }),
  );
  const known = (name: string): Twin => {
    const twin = twins.find((one) => one.name === name);
    if (twin === undefined) throw new Refusal(404, `No twin of ${name} runs here`);
    return twin;
  };
  const shown = (twin: Twin) => envelope(200, 'OK', { charges: twin.charges(), mood: twin.mood() });

  void app.register((scope, _options, ready) => {
    takeForms(scope);
    scope.get<{ Params: { name: string } }>('/dev/gateway/twins/:name', async (request) =>
      shown(known(request.params.name)),
    );
    scope.post<{ Params: { name: string } }>('/dev/gateway/twins/:name', async (request, reply) => {
      const twin = known(request.params.name);
      const order = orderSchema.safeParse(request.body);
      if (!order.success) throw new Refusal(422, usage);
      const { data } = order;
      if ('act' in data) await twin.act(data.payment_id, data.act);
      else if ('fault' in data) twin.faultNext(data.fault);
      else if ('post' in data) twin.post(data.post);
      else if ('flush' in data) await twin.flush();
      else twin.expireLate(data.late_seconds);
      await drain();
      return isForm(request) ? reply.redirect('/dev/gateway', 303) : reply.send(shown(twin));
    });
    ready();
  });
  return twins;
}

async function deliverTo(
  app: FastifyInstance,
  { webhookPath }: PaymentGateway,
  { body, headers }: TwinNotice,
): Promise<number> {
  const answer = await app.inject({ method: 'POST', url: webhookPath, headers, payload: body });
  return answer.statusCode;
}
