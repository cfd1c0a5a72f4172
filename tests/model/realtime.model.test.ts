import { proveModel } from '../support/model/prove.ts';
import { realtimeModel } from './realtime.model.ts';

proveModel(realtimeModel);
