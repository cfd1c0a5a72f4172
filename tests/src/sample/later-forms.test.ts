// @vitest-environment node
import { afterEach, expect, it } from 'vitest';
import type { EventForm } from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Seatmap } from '../../../contract/seatmap.ts';
import type { LaterForms } from '../../../contract/ticket/later-forms.ts';
import type { OrderSummary } from '../../../contract/ticket/tickets.ts';
import { sampleSubmissions } from '../../../samples/form-answers.ts';
import { demoAccounts } from '../../../src/sample/demo/state.ts';
import { demoWorld } from './demo-world.ts';

const params = { slug: 'contoh-lari-tepi-musi-10k' };
const world = demoWorld();
afterEach(() => world.close());

it('asks the later forms of a demo order after its payment, and keeps their answers', async () => {
  const { email, password } = { ...demoAccounts, email: demoAccounts.verified };
  await world.data('login', { body: { email, password } });
  await world.data('joinQueue', { params });
  world.pass(3);
  const map = (await world.data('seatmapCategories', { params })) as Seatmap;
  const free = map.seatLayout.items.find(({ status }) => status === 'available');
  const seats = [free?.seat_number ?? ''];
  const draft = (await world.data('createDraft', { params, body: { seats } })) as DraftResponse;
  const ids = draft.order_data.items.flatMap((item) => item.seats.map((seat) => seat.ticket_id));
  const forms = (await world.data('eventForms', { params })) as EventForm[];
  expect(forms.map(({ name }) => name)).toEqual(['Data Peserta']);
  const form_submissions = sampleSubmissions(forms, ids);
  await world.data('submitForms', { params, body: { form_submissions } });
  await world.data('createPayment', { params, body: { payment_method_code: 'qris' } });
  world.pass(8);
  await world.data('paymentStatus', { params });
  const orders = async () => (await world.data('myTickets')) as OrderSummary[];
  const [order] = await orders();
  expect(order?.later_forms).toBe('waiting');

  const at = { params: { orderCode: order?.order_id ?? '' } };
  const later = (await world.data('laterForms', at)) as LaterForms;
  expect(later.forms.map(({ name }) => name)).toEqual(['Kontak Darurat']);
  expect(later.answers).toEqual([]);
  const none = await world.raw('saveLaterForms', { ...at, body: { form_submissions: {} } });
  expect([none.status, (await none.json()).code]).toEqual([422, 'formsInvalid']);
  const body = { form_submissions: sampleSubmissions(later.forms, ids) };
  const saved = (await world.data('saveLaterForms', { ...at, body })) as LaterForms;
  expect(saved.answers).toHaveLength(1);
  expect(await world.data('laterForms', at)).toEqual(saved);
  expect((await orders())[0]?.later_forms).toBe('answered');
});
