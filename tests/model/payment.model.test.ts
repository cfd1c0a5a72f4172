import { proveModel } from '../support/model/prove.ts';
import { paymentModel } from './payment.model.ts';

proveModel(paymentModel);
