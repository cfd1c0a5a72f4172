/** A signed-in account that calls the API of a server under attack. */
export interface SignedIn {
  /** Makes a call below the API root and returns its response; throws on anything but 2xx. */
  call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  /** Makes a call and returns any response. */
  ask(path: string): Promise<Response>;
}

/** Signs a seeded account in. */
export async function signIn(origin: string, email: string): Promise<SignedIn> {
  const headers = {
    'content-type': 'application/json',
    'x-requested-with': 'roetix',
    origin,
  };
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'tiket1234' }),
  });
  if (!login.ok) throw new Error(`The sign-in of ${email} answered ${login.status}`);
  await login.arrayBuffer();
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return {
    async call<T>(method: 'GET' | 'POST', path: string, body?: unknown) {
      const response = await fetch(`${origin}/api${path}`, {
        method,
        headers: { ...headers, cookie },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return (JSON.parse(text) as { data: T }).data;
    },
    ask: (path) => fetch(`${origin}/api${path}`, { headers: { cookie } }),
  };
}

/** Numbers of the free seats of an event. */
export async function freeSeats(who: SignedIn, slug: string, count: number): Promise<string[]> {
  const map = await who.call<{
    seatLayout: { items: { seat_number: string; status: string }[] };
  }>('GET', `/event/${slug}/seatmap-categories`);
  return map.seatLayout.items
    .filter(({ status }) => status === 'available')
    .slice(0, count)
    .map(({ seat_number }) => seat_number);
}

/** Holds the first free seats of an event with free capacity. */
export async function holdSeats(who: SignedIn, slug: string, count: number): Promise<void> {
  await who.call('POST', `/event/${slug}/session/queue/join`);
  const seats = await freeSeats(who, slug, count);
  await who.call('POST', `/event/${slug}/order-draft`, { seats, voucher_code: null });
}
