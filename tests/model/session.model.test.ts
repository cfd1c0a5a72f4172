import { proveModel } from '../support/model/prove.ts';
import { sessionModel } from './session.model.ts';

proveModel(sessionModel, {
  pressed: {
    exitSession: 'Gives the place up: the bubble says that it failed, and keeps its button.',
  },
});
