import { proveModel } from '../support/model/prove.ts';
import { otpModel } from './otp.model.ts';

proveModel(otpModel);
