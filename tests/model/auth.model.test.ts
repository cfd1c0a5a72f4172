import { proveModel } from '../support/model/prove.ts';
import { authModel } from './auth.model.ts';

proveModel(authModel, {
  pressed: {
    login: 'A password is never kept, so it cannot be sent twice.',
    register: 'A password is never kept, so it cannot be sent twice.',
    fetchUser: 'Part of a sign-in: its form says that it failed.',
    fetchUserAgain: 'Part of a sign-in: its form says that it failed.',
    requestCode: 'Sends a letter.',
    openGoogle: 'Leaves the page.',
    exitSession: 'Signing out goes on without it (§4.87).',
    logout: 'Signing out goes on without it (§4.87).',
  },
});
