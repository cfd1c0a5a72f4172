import { randomUUID } from 'node:crypto';
import type { CallShape } from '../../contract/call/call.ts';
import { type CallName, calls } from '../../contract/call/calls.ts';
import { wrongCall } from './expected.ts';
import { createNotes, type Finding, type Notes } from './findings.ts';
import type { Account, Means, Tools } from './means.ts';
import { createPerson, type Person } from './person.ts';
import { buys, readsTickets } from './purchase.ts';
import { judgeHeard, listen } from './topics.ts';

interface SignedIn {
  readonly person: Person;
  readonly userId: string;
  /** True where browsers send the cookie to no call that a page of another site begins. */
  readonly keepsOut: boolean;
}

const names = Object.keys(calls) as CallName[];
const rowOf = (name: CallName): CallShape => calls[name];
const changes = (name: CallName) => rowOf(name).method !== 'GET' || rowOf(name).guarded === true;
/** The most wrong passwords with `--limits`. */
const mostTries = 30;
const newPassword = () => `kuda-laut-${randomUUID().slice(0, 8)}`;

/** Plays a back end through the contract and returns what was found. */
export async function conform(means: Means): Promise<readonly Finding[]> {
  const notes = createNotes();
  const someone = () => createPerson(means.root, notes, means.fetch);
  const visitor = someone();
  await readsCatalogue(visitor, means.slug);
  for (const name of names) await refusesVisitor(visitor, name, means.slug ?? 'acara');
  const { codeTo } = means.tools;
  const accounts = [...means.accounts];
  while (codeTo !== undefined && accounts.length < 2)
    accounts.push(await signsUp(someone(), codeTo));
  const people: SignedIn[] = [];
  for (const account of accounts.slice(0, 2)) {
    const signedIn = await signsIn(someone(), account, notes, means.root);
    if (signedIn !== null) people.push(signedIn);
  }
  const [first, second] = people;
  if (first === undefined || second === undefined) return notes.all;
  await readsAsAccount(first.person);
  await refusesAccount(second, means.slug ?? 'acara', notes);
  const listeners = await connects(means, visitor, people, notes);
  if (means.slug !== null && means.buys)
    await buys(first.person, second.person, means.slug, means.tools, notes);
  await readsTickets(first.person, second.person, notes, means.tools.pay !== undefined);
  if (means.broker !== null) judgeHeard(notes, means.broker.prefix, listeners);
  await Promise.all(listeners.map(({ close }) => close()));
  await first.person.right('logout');
  await first.person.refused('me', 'unauthenticated', 'signed out');
  if (means.provokesLimits) await meetsLimit(visitor, notes);
  return notes.all;
}

async function readsCatalogue(visitor: Person, slug: string | null): Promise<void> {
  for (const name of ['featuredEvents', 'promoEvents', 'eventList', 'eventSearch'] as const)
    await visitor.right(name, { query: { page: '1', per_page: '10' } });
  await visitor.right('provinces', {
    params: { countryId: '1' },
    query: { page: '1', per_page: '34', include: 'country' },
  });
  for (const document of ['terms', 'privacy'])
    await visitor.right('legalText', { params: { document } });
  await visitor.right('googleUrl');
  if (slug === null) return;
  const params = { slug };
  for (const name of ['eventDetail', 'queueLine', 'queueDraws'] as const)
    await visitor.right(name, { params });
  const map = await visitor.right('seatmapCategories', { params });
  const version = map?.seatLayout.version;
  if (version !== undefined) await visitor.right('seatmapLayout', { params: { slug, version } });
}

/** A visitor is refused what needs an account, what does not exist, and what cannot be understood. */
async function refusesVisitor(visitor: Person, name: CallName, slug: string): Promise<void> {
  const { code, ...given } = wrongCall(name, slug);
  if (rowOf(name).access !== 'public')
    await visitor.refused(name, 'unauthenticated', 'signed out', given);
  else {
    if (code !== null) await visitor.refused(name, code, 'wrong', given);
    if (rowOf(name).body?.safeParse({}).success === false)
      await visitor.refused(name, 'inputInvalid', 'empty body', { ...given, body: {} });
  }
}

/** A new account, proven by the code of its e-mail, with a new password by another one. */
async function signsUp(person: Person, codeTo: Tools['codeTo']): Promise<Account> {
  const email = `uji-${randomUUID().slice(0, 12)}@contoh.id`;
  const names = { firstName: 'Sekar', lastName: 'Wulan', phoneNumber: '+6281234567890' };
  await person.right('register', { body: { ...names, email, password: newPassword() } });
  await person.refused('session', 'emailNotVerified', 'address not proven');
  await person.right('otpStatus');
  await person.right('generateOtp');
  const otp = await codeTo(email);
  const body = { otp: otp === '000000' ? '000001' : '000000' };
  await person.refused('validateOtp', 'codeWrong', 'wrong code', { body });
  await person.right('validateOtp', { body: { otp } });
  await person.right('profilePhoto');
  await person.right('changePhoto', { body: { image: null } });
  await person.right('setTurnPush', { body: { subscription: null } });
  const password = newPassword();
  await person.right('forgotPassword', { body: { email } });
  const reset = { email, otp: await codeTo(email), password };
  await person.right('resetPassword', { body: reset });
  const message = { name: 'Sekar', email, subject: 'general', message: 'Uji kesesuaian' };
  await person.right('sendContact', { body: message });
  return { email, password };
}

/** Signs in with a wrong and with the right password. */
async function signsIn(
  person: Person,
  account: Account,
  notes: Notes,
  root: string,
): Promise<SignedIn | null> {
  const body = { ...account, password: `${account.password}x` };
  await person.refused('login', 'wrongCredentials', 'wrong password', { body });
  const reply = await person.send('login', 'cookie', { body: account });
  const lines = reply?.headers.getSetCookie() ?? [];
  if (lines.length === 0) notes.note('login', 'cookie', 'breaks', 'sets no cookie', 'Set-Cookie');
  for (const line of lines) {
    const lacking = ['HttpOnly', ...(root.startsWith('https:') ? ['Secure'] : [])].filter(
      (word) => !new RegExp(`;\\s*${word}`, 'i').test(line),
    );
    const verdict = lacking.length === 0 ? 'holds' : 'breaks';
    notes.note('login', 'cookie', verdict, `lacks ${lacking.join(', ')}`, 'Set-Cookie');
  }
  await person.right('login', { body: account });
  const user = await person.right('me');
  const keepsOut = lines.every((line) => /;\s*samesite=(?:lax|strict)/i.test(line));
  return user === null ? null : { person, userId: user.id, keepsOut };
}

async function readsAsAccount(person: Person): Promise<void> {
  await person.right('session');
  const user = await person.right('me');
  if (user === null) return;
  const { firstName, lastName, phoneNumber } = user;
  await person.right('updateProfile', { body: { firstName, lastName, phoneNumber } });
}

/** An account without a session is refused what does not exist, what it does not have, and what another site sends. */
async function refusesAccount(
  { person, keepsOut }: SignedIn,
  slug: string,
  notes: Notes,
): Promise<void> {
  const site = { origin: 'https://situs-lain.example', 'sec-fetch-site': 'cross-site' };
  const form = { 'x-requested-with': null, 'sec-fetch-site': null };
  for (const name of names) {
    const { code, ...given } = wrongCall(name, slug);
    const row = rowOf(name);
    if (row.access !== 'public') {
      if (code !== null) await person.refused(name, code, 'wrong', given);
      if (row.body?.safeParse({}).success === false)
        await person.refused(name, 'inputInvalid', 'empty body', { ...given, body: {} });
    }
    // It would send an e-mail, or sign out.
    if (!changes(name) || name === 'generateOtp' || name === 'logout') continue;
    for (const headers of [site, form]) {
      const reply = await person.send(name, 'other site', { ...given, headers });
      // Nothing is there to act.
      if (reply === null || (reply.status === 404 && reply.body?.code === undefined)) break;
      if (['otherSite', 'requestHeaderMissing'].includes(String(reply.body?.code)))
        notes.note(name, 'other site', 'holds');
      else if (reply.status === 403 || keepsOut)
        notes.note(name, 'other site', 'copes', 'kept out by status or SameSite alone', 'code');
      else
        notes.note(name, 'other site', 'breaks', 'a page of another site acts', 'Sec-Fetch-Site');
    }
  }
}

async function connects(
  { broker, slug }: Means,
  visitor: Person,
  people: readonly SignedIn[],
  notes: Notes,
) {
  if (broker === null || slug === null) return [];
  const stranger = await listen(broker, visitor, slug);
  await stranger?.close();
  const verdict = stranger === null ? 'holds' : 'copes';
  notes.note('topic status', 'signed out', verdict, 'everybody may listen');
  const listeners = [];
  for (const { person, userId } of people) {
    const listener = await listen(broker, person, slug);
    if (listener === null) notes.note('topic status', 'signed in', 'breaks', 'cannot connect');
    else listeners.push({ userId, ...listener });
  }
  return listeners;
}

/** Wrong passwords until the back end limits them; the person takes down how it says so. */
async function meetsLimit(visitor: Person, notes: Notes): Promise<void> {
  const given = wrongCall('login', '');
  for (let tries = 0; tries < mostTries; tries += 1) {
    if ((await visitor.send('login', 'limit', given)) === null) return;
  }
  notes.note('login', 'limit', 'copes', `${mostTries} wrong passwords are not limited`);
}
