import { proveModel } from '../support/model/prove.ts';
import { gateModel } from './gate.model.ts';

proveModel(gateModel);
