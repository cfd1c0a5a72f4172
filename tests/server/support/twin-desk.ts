import { expect } from 'vitest';
import type { Payment } from '../../../contract/payment.ts';
import type { TwinCharge, TwinMood } from '../../../tools/desk/twins/twin.ts';
import type { Envelope, TestApp, TestClient } from './test-app.ts';

/** What a test does to the stand-in of a gateway, and sees of it. */
export function twinDesk(app: TestApp, gateway: string) {
  const path = `/dev/gateway/twins/${gateway}`;
  const press = (body: object) => app.anonymous().ask('POST', path, { body });
  const steer = async (body: object) => {
    const answer = await press(body);
    expect(answer.status, answer.text).toBe(200);
  };
  const look = async () => {
    const answer = await app
      .anonymous()
      .ask<Envelope<{ charges: TwinCharge[]; mood: TwinMood }>>('GET', path);
    return answer.body.data;
  };
  return {
    path,
    press,
    /** Presses what must be there to press. */
    steer,
    look,
    act: (payment: Pick<Payment, 'id'>, act: string) => steer({ payment_id: payment.id, act }),
    /** The charges of a buyer. */
    chargesOf: async ({ accountId }: TestClient) => {
      const { charges } = await look();
      const rows = await app.services.db.query<{ id: string }>(
        'select id from payments where account_id = $1',
        [accountId],
      );
      const own = new Set(rows.map(({ id }) => id));
      return charges.filter(({ paymentId }) => own.has(paymentId));
    },
  };
}
