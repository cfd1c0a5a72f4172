import * as z from 'zod/mini';
import { allCalls } from '../../contract/call/all-calls.ts';
import type { CallShape } from '../../contract/call/call.ts';
import { paginationSchema } from '../../contract/call/envelope.ts';
import { type RefusalCode, refusalRow } from '../../contract/call/refusal-codes.ts';
import { refusalsOf, serverRefusals } from '../../contract/call/refusals-of.ts';
import { gatePassHeader } from '../../contract/gate.ts';
import {
  apiRoot,
  idempotencyHeader,
  realtimePath,
  requestedWithHeader,
  requestedWithValue,
} from '../../contract/limits.ts';
import { messageKinds } from '../../contract/realtime.ts';
import { staffCookieName } from '../http/staff-session.ts';
import { type DocumentedCall, entityNames, groups, namedSchemas, topics } from './openapi-parts.ts';

const documented: Readonly<Record<DocumentedCall, CallShape>> = allCalls;

/** A JSON value of the document. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/** Facts about the described server. */
export interface ApiFacts {
  readonly productName: string;
  /** First part of every topic, without its slash. */
  readonly topicPrefix: string;
  readonly cookieName: string;
}

/** OpenAPI 3.1, generated from the contract: every call with its aliases, refusals and entities, and the real-time topics (§7). */
export function openApiDocument(facts: ApiFacts): JsonObject {
  const components: JsonObject = {};
  // One by one: an entity that no call returns must be in the document as well.
  for (const [name, schema] of Object.entries(namedSchemas)) {
    const isMessage = name.endsWith('Message') || name === 'FormSubmissions';
    schemaOf(schema, isMessage ? 'input' : 'output', components);
  }
  const paths: { [path: string]: JsonObject } = {};
  for (const [group, names] of Object.entries(groups)) {
    for (const name of names) {
      const call = documented[name];
      addOperation(paths, call, call.path, call.method, operationOf(name, group, name, components));
      for (const [index, alias] of (call.aliases ?? []).entries()) {
        const operation = operationOf(name, group, `${name}Alias${index + 1}`, components);
        addOperation(paths, call, alias.path, alias.method, {
          ...operation,
          description: `The same as ${call.method} ${call.path}.`,
        });
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${facts.productName} API`, version: '1', description: description(facts) },
    servers: [{ url: apiRoot }],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: facts.cookieName,
          description:
            'Set by login and register; HttpOnly. Named with the prefix __Host- over https.',
        },
        staff: {
          type: 'apiKey',
          in: 'cookie',
          name: staffCookieName,
          description:
            'Set by staffSignIn and acceptInvitation; HttpOnly. Named with the prefix __Host- over https.',
        },
        gatePass: {
          type: 'apiKey',
          in: 'header',
          name: gatePassHeader,
          description:
            'Made by an operator for the doors of one event; good until the day after it.',
        },
      },
    },
    'x-topics': topicList(facts),
  };
}

function addOperation(
  paths: { [path: string]: JsonObject },
  call: CallShape,
  path: string,
  method: CallShape['method'],
  operation: JsonObject,
): void {
  const item = paths[path] ?? {};
  item[method.toLowerCase()] =
    method === 'GET' && call.guarded !== true ? operation : withGuardHeader(operation);
  paths[path] = item;
}

function withGuardHeader(operation: JsonObject): JsonObject {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
  const header: JsonObject = {
    name: requestedWithHeader,
    in: 'header',
    required: true,
    description: 'Tells a call of an app from a form of another site.',
    schema: { type: 'string', const: requestedWithValue },
  };
  return { ...operation, parameters: [...parameters, header] };
}

function operationOf(
  name: DocumentedCall,
  group: string,
  operationId: string,
  components: JsonObject,
): JsonObject {
  const call = documented[name];
  const parameters = [
    ...parametersOf(call.params, 'path', components),
    ...parametersOf(call.query, 'query', components),
  ];
  if (call.idempotent === true) {
    parameters.push({
      name: idempotencyHeader,
      in: 'header',
      required: false,
      description:
        'The same key with the same request gives the first answer again; with another request 422.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  }
  const body: JsonObject =
    call.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(call.body, 'input', components) } },
          },
        };
  return {
    operationId,
    summary: call.summary,
    tags: [group],
    'x-access': call.access,
    ...(call.act === undefined ? {} : { 'x-act': call.act }),
    security: securityOf(call),
    parameters,
    ...body,
    responses: responsesOf(call, components),
  };
}

function securityOf(call: CallShape): JsonObject[] {
  if (call.access === 'public') return [];
  if (call.access === 'staff') return [{ staff: [] }];
  return call.access === 'gate' ? [{ gatePass: [] }] : [{ session: [] }];
}

function parametersOf(
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
  components: JsonObject,
): JsonObject[] {
  if (schema === undefined) return [];
  const { properties, required } = objectOf(schemaOf(schema, 'input', components));
  const names = Array.isArray(required) ? required : [];
  return Object.entries(objectOf(properties)).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || names.includes(name),
    schema: value,
  }));
}

function responsesOf(call: CallShape, components: JsonObject): JsonObject {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const [code, status] of Object.entries(refusalsOf(call)) as [RefusalCode, number][]) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refused = [...byStatus].map(([status, codes]): [string, Json] => {
    const schema: JsonObject = {
      allOf: [
        { $ref: '#/components/schemas/Refusal' },
        { type: 'object', properties: { code: { enum: codes } } },
      ],
    };
    const description = codes.map(refusalText).join('\n');
    return [String(status), { description, content: { 'application/json': { schema } } }];
  });
  return { '200': successOf(call, components), ...Object.fromEntries(refused) };
}

function refusalText(code: RefusalCode): string {
  const { sentence, adds } = refusalRow(code);
  return `- \`${code}\`: ${sentence}${adds === undefined ? '' : ` (${adds})`}`;
}

function successOf(call: CallShape, components: JsonObject): JsonObject {
  if (call.file !== undefined) {
    const isText = call.file.startsWith('text/');
    const schema: JsonObject = isText ? { type: 'string' } : { type: 'string', format: 'binary' };
    return { description: 'The file, as an attachment', content: { [call.file]: { schema } } };
  }
  const properties: JsonObject = {
    status: { type: 'integer', const: 200 },
    message: { type: 'string' },
    data: schemaOf(call.answer, 'output', components),
    meta: { type: 'object', additionalProperties: true },
  };
  if (call.paginated === true)
    properties.pagination = schemaOf(paginationSchema, 'output', components);
  const required = [
    'status',
    'message',
    'data',
    ...(call.paginated === true ? ['pagination'] : []),
  ];
  return {
    description: 'OK',
    content: { 'application/json': { schema: { type: 'object', properties, required } } },
  };
}

/** The JSON Schema of a contract schema; its entities move to `components` and are referenced. */
function schemaOf(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  components: JsonObject,
): JsonObject {
  const made = z.toJSONSchema(z.object({ it: schema }), {
    metadata: entityNames,
    io,
    unrepresentable: 'any',
  });
  const { properties, $defs } = tidy(made as unknown as Json, io) as JsonObject;
  for (const [name, entity] of Object.entries(objectOf($defs))) components[name] ??= entity;
  return objectOf(objectOf(properties).it);
}

/**
 * Points references at the components; in responses, drops keywords about how a client parses: extra fields are allowed there, and no default
 * applies.
 */
function tidy(value: Json, io: 'input' | 'output'): Json {
  if (Array.isArray(value)) return value.map((entry) => tidy(entry, io));
  if (typeof value !== 'object' || value === null) return value;
  const kept: JsonObject = {};
  for (const [name, entry] of Object.entries(value)) {
    if (io === 'output' && name === 'additionalProperties' && entry === false) continue;
    if (name === 'default' && entry === 'unknown') continue;
    kept[name] =
      name === '$ref' && typeof entry === 'string'
        ? entry.replace('#/$defs/', '#/components/schemas/')
        : tidy(entry, io);
  }
  return kept;
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function topicOf(facts: ApiFacts, kind: (typeof messageKinds)[number]): string {
  return kind === 'status' ? `${facts.topicPrefix}/status` : `${facts.topicPrefix}/${kind}/{event}`;
}

function topicList(facts: ApiFacts): Json {
  return messageKinds.map((kind) => ({
    topic: topicOf(facts, kind),
    description: topics[kind].text,
    message: { $ref: `#/components/schemas/${topics[kind].schema}` },
  }));
}

function description(facts: ApiFacts): string {
  const list = messageKinds.map((kind) => `- \`${topicOf(facts, kind)}\`: ${topics[kind].text}`);
  return [
    'Every answer but a file is {status, message, data, code?, errors?, pagination?, meta?}, with status equal to the HTTP code.',
    'A refusal names its reason in `code`; the sentence may change. `errors` and `meta` are those that its code says.',
    `Any call may be refused because of the server: ${Object.entries(serverRefusals)
      .map(([code, status]) => `${status} \`${code}\``)
      .join(', ')}.`,
    'Amounts are whole rupiah. Instants are ISO 8601 with an offset.',
    `Real-time news comes over MQTT 3.1.1 or 5 in a WebSocket at ${realtimePath}, signed in by the same cookie. A message is a hint: read the state again. Clients never publish.`,
    list.join('\n'),
  ].join('\n\n');
}
