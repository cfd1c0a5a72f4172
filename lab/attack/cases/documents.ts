import { cpuPerRequest, inWords } from '../../shared/cpu-time.ts';
import type { Attack } from '../attack.ts';
import { holdSeats, signIn } from '../signed-in.ts';

const slug = 'seminar-gratis-yogya';
const tickets = 5;
/** Before the fix, each took 190 to 540 ms of the only thread. */
const requests = 60;

const attack: Attack = {
  promise: 'sixty requests at once for a PDF of five tickets hold nobody up',
  async run({ origin, pid, say }) {
    const buyer = await signIn(origin, 'pembeli@contoh.id');
    await holdSeats(buyer, slug, tickets);
    await buyer.call('POST', `/event/${slug}/order-draft/form-submission`, {
      form_submissions: {},
    });
    const { payment } = await buyer.call<{ payment: { ticket_ids: string[] } }>(
      'POST',
      `/event/${slug}/create-payment`,
      { payment_method_code: 'qris' },
    );
    say(`${payment.ticket_ids.length} tickets bought`);
    const statuses = new Map<number, number>();
    const ask = async (path: string) => {
      const response = await buyer.ask(path);
      const { byteLength } = await response.arrayBuffer();
      const isFile = response.headers.get('content-type') === 'application/pdf';
      if (response.status === 200 && (!isFile || byteLength < 1_000)) throw new Error('No PDF');
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    };
    const paths = [
      `/my/tickets/${slug}/pdf`,
      ...payment.ticket_ids.map((id) => `/tickets/${id}/pdf`),
    ];
    const ms = await cpuPerRequest(pid, requests, () =>
      Promise.all(Array.from({ length: requests }, (_, at) => ask(paths[at % paths.length] ?? ''))),
    );
    return {
      holds: payment.ticket_ids.length === tickets && statuses.get(200) === requests,
      figures: `${inWords(ms)}, the worker's start among it; ${[...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')}`,
    };
  },
};
export default attack;
