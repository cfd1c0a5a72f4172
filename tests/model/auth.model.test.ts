import { proveModel } from '../support/model/prove.ts';
import { authModel } from './auth.model.ts';

proveModel(authModel);
