import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../../contract/call/all-calls.ts';
import type { CallShape } from '../../../contract/call/call.ts';
import { refusalsOf } from '../../../contract/call/refusals-of.ts';
import { messageKinds } from '../../../contract/realtime.ts';
import { openApiDocument } from '../../../server/openapi/openapi.ts';
import { groups, namedSchemas } from '../../../server/openapi/openapi-parts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const calls: Record<AnyCallName, CallShape> = allCalls;
const document = JSON.parse(
  JSON.stringify(
    openApiDocument({ productName: 'Roetix', topicPrefix: 'uji', cookieName: 'roetix_session' }),
  ),
) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
  'x-topics': { topic: string }[];
};
interface Schema {
  properties?: object;
  allOf?: { properties?: { code: { enum: string[] } } }[];
}
interface Operation {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}
const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path]?.[method.toLowerCase()];

function everywhere(value: unknown, visit: (name: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    visit(name, entry);
    everywhere(entry, visit);
  }
}

describe('the document', () => {
  it('contains every call and alias, each in one group', () => {
    expect(Object.values(groups).flat().sort()).toEqual(Object.keys(calls).sort());
    for (const [name, call] of Object.entries(calls)) {
      expect(operationOf(call)?.operationId).toBe(name);
      for (const alias of call.aliases ?? []) expect(operationOf(alias)).toBeDefined();
    }
  });

  it('resolves every reference and names no operation twice', () => {
    const known = new Set(
      Object.keys(document.components.schemas).map((n) => `#/components/schemas/${n}`),
    );
    const ids: unknown[] = [];
    everywhere(document, (name, value) => {
      if (name === '$ref') expect(known).toContain(value);
      if (name === 'operationId') ids.push(value);
      expect(['$defs', '$schema']).not.toContain(name);
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(document.components.schemas).sort()).toEqual(
      Object.keys(namedSchemas).sort(),
    );
  });

  it('names every parameter of a path', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const operation of Object.values(item)) {
        const given = operation.parameters.filter((parameter) => parameter.in === 'path');
        expect(given.map((parameter) => parameter.name).sort()).toEqual(names.sort());
        expect(given.every((parameter) => parameter.required)).toBe(true);
      }
    }
  });

  it('states the access, the input and the refusals of a call', () => {
    for (const call of Object.values(calls)) {
      const operation = operationOf(call);
      const statuses = Object.keys(operation?.responses ?? {});
      const session = [{ session: [] }];
      const schemes = { public: [], gate: [{ gatePass: [] }], staff: [{ staff: [] }] };
      expect(operation?.security).toEqual(
        { ...schemes, account: session, verified: session }[call.access],
      );
      expect(operation?.requestBody !== undefined).toBe(call.body !== undefined);
      expect(statuses.includes('401')).toBe(
        call.access !== 'public' || call.refusals?.wrongCredentials === 401,
      );
      if (call.access === 'verified') expect(statuses).toContain('403');
      const headers = operation?.parameters.filter((parameter) => parameter.in === 'header') ?? [];
      const isGuarded = call.method !== 'GET' || call.guarded === true;
      expect(headers.some((header) => header.name === 'x-requested-with')).toBe(isGuarded);
      expect(headers.some((header) => header.name === 'idempotency-key')).toBe(
        call.idempotent === true,
      );
      const success = operation?.responses['200']?.content ?? {};
      expect(Object.keys(success)).toEqual([call.file ?? 'application/json']);
      const fields = Object.keys(success['application/json']?.schema.properties ?? {});
      if (call.file === undefined) {
        expect(fields).toEqual(expect.arrayContaining(['status', 'message', 'data']));
        expect(fields.includes('pagination')).toBe(call.paginated === true);
      }
    }
    expect(document.components.securitySchemes.session).toMatchObject({ in: 'cookie' });
    expect(document.components.securitySchemes.gatePass).toMatchObject({
      in: 'header',
      name: 'x-gate-pass',
    });
  });

  it('lists the refusals that each row declares, and no other', () => {
    for (const call of Object.values(calls)) {
      const operation = operationOf(call);
      const told = Object.entries(operation?.responses ?? {}).flatMap(([status, { content }]) => {
        const parts = content['application/json']?.schema.allOf ?? [];
        const codes = parts.flatMap((part) => part.properties?.code.enum ?? []);
        return codes.map((code) => [code, Number(status)]);
      });
      expect(Object.fromEntries(told)).toEqual(refusalsOf(call));
    }
  });

  it('lists the topics', () => {
    expect(document['x-topics'].map(({ topic }) => topic)).toEqual(
      messageKinds.map((kind) => (kind === 'status' ? 'uji/status' : `uji/${kind}/{event}`)),
    );
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: 'none' });
  });
  afterAll(() => app.close());

  it('comes as JSON', async () => {
    const { status, body } = await app
      .anonymous()
      .ask<{ openapi: string; paths: object }>('GET', '/api/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toEqual(Object.keys(document.paths));
  });

  it('comes as a page that runs nothing and fetches only its own style', async () => {
    const page = await app.anonymous().ask('GET', '/api/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'self'",
    );
    expect(page.text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:\/\//i);
    expect(
      [...page.text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map((match) => match[1]),
    ).toEqual(['/api/docs.css', '/api/openapi.json']);
    const anchors = new Set([...page.text.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]));
    for (const [, target] of page.text.matchAll(/href="#([^"]+)"/g))
      expect(anchors).toContain(target);
    for (const call of Object.values(calls)) expect(page.text).toContain(`/api${call.path}`);
    const style = await app.anonymous().ask('GET', '/api/docs.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });
});
