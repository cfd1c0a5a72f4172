import mqtt from 'mqtt';
import { isLoose } from '../../contract/call/loose.ts';
import {
  lineTopic,
  messageKinds,
  messageSchemas,
  parseTopic,
  topicsOf,
} from '../../contract/realtime.ts';
import type { Notes } from './findings.ts';
import { faults, type Person } from './person.ts';

const connectsWithinMs = 5_000;

/** Where messages come from. */
export interface Broker {
  /** Address of the endpoint, ws or wss. */
  readonly url: string;
  readonly prefix: string;
  /** Origin of the pages, as a browser sends it. */
  readonly origin: string;
}

interface Heard {
  readonly topic: string;
  readonly text: string;
}

/** One connection with what it heard. */
export interface Listener {
  readonly heard: readonly Heard[];
  close(): Promise<void>;
}

/** Connects as a page of this person does, and subscribes to every topic of the event; null where the broker refuses. */
export async function listen(broker: Broker, person: Person, slug: string) {
  const heard: Heard[] = [];
  const client = mqtt.connect(broker.url, {
    clientId: `${broker.prefix}-web-${Math.random().toString(36).slice(2)}`,
    username: 'web',
    password: 'web',
    reconnectPeriod: 0,
    connectTimeout: connectsWithinMs,
    wsOptions: { headers: { cookie: person.cookie(), origin: broker.origin } },
  });
  client.on('error', () => undefined);
  client.on('message', (topic, payload) => void heard.push({ topic, text: payload.toString() }));
  const isOpen = await new Promise<boolean>((resolve) => {
    client.once('connect', () => resolve(true));
    client.once('close', () => resolve(false));
  });
  const close = () => client.endAsync(true);
  if (isOpen) {
    const topics = [...topicsOf(broker.prefix, slug), lineTopic(broker.prefix, slug)];
    await client.subscribeAsync(topics).catch(() => undefined);
    return { heard, close } satisfies Listener;
  }
  await close();
  return null;
}

/** Takes down what connections heard: whether each message can be read, and whether it concerns the account that heard it. */
export function judgeHeard(
  notes: Notes,
  prefix: string,
  listeners: readonly { readonly userId: string; readonly heard: readonly Heard[] }[],
): void {
  for (const { userId, heard } of listeners) {
    for (const { topic, text } of heard) {
      const kind = parseTopic(prefix, topic)?.kind;
      if (kind === undefined) continue;
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        notes.note(`topic ${kind}`, 'message', 'breaks', 'not JSON: ignored', 'message');
        continue;
      }
      const read = messageSchemas[kind].safeParse(json);
      const owner = isLoose(json) && json.user_id !== undefined ? String(json.user_id) : userId;
      if (!read.success) {
        const [field, words] = faults(read.error.issues, 'message');
        notes.note(`topic ${kind}`, 'message', 'breaks', words, field);
      } else if (owner === userId) notes.note(`topic ${kind}`, 'message', 'holds');
      else
        notes.note(
          `topic ${kind}`,
          'owner',
          'copes',
          'reaches another account too, whose app drops it',
          'message.user_id',
        );
    }
  }
  for (const kind of messageKinds) {
    if (!notes.all.some(({ subject }) => subject === `topic ${kind}`))
      notes.note(`topic ${kind}`, 'message', 'untried', 'nothing was heard');
  }
}
