import { proveModel } from '../support/model/prove.ts';
import { queueModel } from './queue.model.ts';

proveModel(queueModel);
