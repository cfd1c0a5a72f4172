import { proveModel } from '../support/model/prove.ts';
import { gateModel } from './gate.model.ts';

proveModel(gateModel, {
  pressed: {
    unlock: 'The keeper types a code, which is never kept.',
    ask: 'Answered from what the device knows; the scan is kept and sent by the sync, which heals.',
  },
});
