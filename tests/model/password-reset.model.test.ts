import { proveModel } from '../support/model/prove.ts';
import { passwordResetModel } from './password-reset.model.ts';

proveModel(passwordResetModel, {
  pressed: {
    sendFirstCode: 'Sends a letter.',
    sendCode: 'Sends a letter.',
    resetPassword: 'A password is never kept, so it cannot be sent twice.',
  },
});
