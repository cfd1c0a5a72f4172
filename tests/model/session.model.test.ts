import { proveModel } from '../support/model/prove.ts';
import { sessionModel } from './session.model.ts';

proveModel(sessionModel);
