import { proveModel } from '../support/model/prove.ts';
import { paymentModel } from './payment.model.ts';

proveModel(paymentModel, {
  // A hidden page is not polled, and reads as soon as it is shown (§4.72).
  happens: ['page.shown'],
  // Ends of a purchase that only wait to be read.
  told: ['refused.shown', 'failed.shown'],
});
