import { proveModel } from '../support/model/prove.ts';
import { orderFormModel } from './order-form.model.ts';

proveModel(orderFormModel);
