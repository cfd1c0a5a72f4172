import { proveModel } from '../support/model/prove.ts';
import { seatDraftModel } from './seat-draft.model.ts';

proveModel(seatDraftModel, {
  pressed: { cancelDraft: 'Gives seats up: the question it answers is asked again.' },
});
