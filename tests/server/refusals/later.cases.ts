import { calls } from '../../../contract/call/calls.ts';
import { paidTickets } from '../support/paid-tickets.ts';
import { theatre } from '../support/purchase.ts';
import type { TestClient } from '../support/test-app.ts';
import type { Provocations, Provoke } from './provocation.ts';
import { oneBuyer, type Shops } from './shops.ts';

type Save = (
  buyer: TestClient,
  params: { orderCode: string },
  formId: string,
) => ReturnType<Provoke>;

const save = (buyer: TestClient, params: { orderCode: string }, form_submissions: object = {}) =>
  buyer.call(calls.saveLaterForms, { params, body: { form_submissions } });
const readIt: Save = (buyer, params) => buyer.call(calls.laterForms, { params });
const saveIt: Save = (buyer, params) => save(buyer, params);

/** Acts for the buyer of a paid order while the forms of its event are later ones and `change` is in force. */
function during(act: Save, change = 'select 1', undo = 'select 1'): Provoke {
  return async ({ open }: Shops) => {
    const app = await open();
    const { db } = app.services;
    const { buyer, orderCode } = await paidTickets(app, 1, theatre);
    const setLater = (isLater: boolean) =>
      db.query<{ id: string }>(
        `update forms set later = $2, is_active = $2
         where event_id = (select id from events where slug = $1) returning id`,
        [theatre, isLater],
      );
    const [form] = await setLater(true);
    await db.query(change);
    try {
      return await act(buyer, { orderCode }, form?.id ?? '');
    } finally {
      await db.query(undo);
      await setLater(false);
    }
  };
}

const nowhere = { orderCode: 'TIADA-1' };
const ofEvent = `event_id = (select id from events where slug = '${theatre}')`;
const ended = (act: Save) =>
  during(
    act,
    `update orders set status = 'refunded' where ${ofEvent} and status = 'completed'`,
    `update orders set status = 'completed' where ${ofEvent} and status = 'refunded'
       and id in (select order_id from payments where status = 'completed')`,
  );

/** The refusals of forms that are filled in after paying. */
export const laterCases = {
  laterForms: {
    orderNotFound: async ({ open }) => readIt(await oneBuyer(await open()), nowhere, ''),
    orderEnded: ended(readIt),
  },
  saveLaterForms: {
    orderNotFound: async ({ open }) => saveIt(await oneBuyer(await open()), nowhere, ''),
    orderEnded: ended(saveIt),
    laterFormsClosed: during(
      saveIt,
      `update events set starts_at = starts_at - interval '100 years' where slug = '${theatre}'`,
      `update events set starts_at = starts_at + interval '100 years' where slug = '${theatre}'`,
    ),
    formsInvalid: during(saveIt),
    ticketNotInOrder: during((buyer, params, formId) =>
      save(buyer, params, { [formId]: [{ ticket_id: 'tiada', form_data: {} }] }),
    ),
  },
} satisfies Provocations<'laterForms' | 'saveLaterForms'>;
