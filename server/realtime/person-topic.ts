/** The level between the prefix and the id of an account on the external broker. */
const person = 'person';

/** The topic under which messages to one account travel between processes, in place of `topic`. */
export function personTopic(prefix: string, accountId: string, topic: string): string {
  return `${prefix}/${person}/${accountId}${topic.slice(prefix.length)}`;
}

/** The filter for all messages to one account. */
export function personFilter(prefix: string, accountId: string): string {
  return `${prefix}/${person}/${accountId}/#`;
}

/** The topic of the contract that a topic of the external broker stands for; any other topic unchanged. */
export function plainTopic(prefix: string, topic: string): string {
  const [first, second, , ...rest] = topic.split('/');
  return first === prefix && second === person ? [prefix, ...rest].join('/') : topic;
}
