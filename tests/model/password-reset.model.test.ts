import { proveModel } from '../support/model/prove.ts';
import { passwordResetModel } from './password-reset.model.ts';

proveModel(passwordResetModel);
