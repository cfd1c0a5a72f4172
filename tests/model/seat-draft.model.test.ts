import { proveModel } from '../support/model/prove.ts';
import { seatDraftModel } from './seat-draft.model.ts';

proveModel(seatDraftModel);
