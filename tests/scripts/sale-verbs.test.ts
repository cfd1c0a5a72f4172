import { expect, it } from 'vitest';
import { saleTaskOf } from '../../scripts/operator/sale-verbs.ts';
import { taskSchema } from '../../server/operator/tasks.ts';

const slug = 'konser-kami';

it.each([
  ['open konser-kami', { verb: 'open' }],
  ['capacity konser-kami 500', { verb: 'capacity', count: 500 }],
  ['rate konser-kami none', { verb: 'rate', count: null }],
  ['message konser-kami Pintu dibuka', { verb: 'message', message: 'Pintu dibuka' }],
  ['cancel konser-kami --yes konser-kami', { verb: 'cancel', yes: slug }],
  [
    'postpone konser-kami --to 2027-03-01T19:30+07:00 --yes konser-kami',
    { verb: 'postpone', to: '2027-03-01T19:30+07:00', yes: slug },
  ],
])('understands %s, as the server does', (line, given) => {
  const task = { task: 'sale', slug, ...given };
  expect(saleTaskOf(line.split(' '))).toEqual(task);
  expect(taskSchema.parse(task)).toEqual(task);
});

it.each([
  'open',
  'open konser-kami now',
  'rate konser-kami many',
  'shut konser-kami',
  'open x --why y',
])('does not understand %s', (line) => {
  expect(saleTaskOf(line.split(' '))).toBeNull();
});
