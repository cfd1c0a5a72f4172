import { proveModel } from '../support/model/prove.ts';
import { otpModel } from './otp.model.ts';

proveModel(otpModel, {
  pressed: {
    readStatus: 'Only fetches the remaining time of a code that may be typed all the same.',
    sendCode: 'Sends a letter.',
    validateCode: 'A try with a code counts against its owner.',
  },
});
