import { apiRoot } from '../../contract/limits.ts';
import { sessionCookieName } from '../http/caller.ts';
import { createSendKept } from '../http/kept-text.ts';
import type { Routes } from '../http/serve.ts';
import { once } from '../once.ts';
import { openApiDocument } from './openapi.ts';
import { apiPage } from './openapi-page.ts';
import { apiPageStyle } from './openapi-style.ts';

const stylePath = `${apiRoot}/docs.css`;
const cacheControl = 'public, max-age=300';
const pagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The description of the API as data and as a page (§7.1). Both are the same for all clients: the first request builds them. */
export const routes: Routes = (_serve, { config }, app) => {
  const description = once(() => {
    const document = openApiDocument({
      productName: config.productName,
      topicPrefix: config.mqttTopicPrefix,
      cookieName: sessionCookieName(config, false),
    });
    return { json: JSON.stringify(document), page: apiPage(document, stylePath) };
  });

  const sendKept = createSendKept(2);

  app.get(`${apiRoot}/openapi.json`, (request, reply) => {
    reply
      .header('cache-control', cacheControl)
      .header('x-content-type-options', 'nosniff')
      .type('application/json; charset=utf-8');
    return sendKept(request, reply, description().json);
  });
  app.get(`${apiRoot}/docs`, (request, reply) => {
    reply
      .header('cache-control', cacheControl)
      .header('content-security-policy', pagePolicy)
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8');
    return sendKept(request, reply, description().page);
  });
  app.get(stylePath, (_request, reply) =>
    reply
      .header('cache-control', cacheControl)
      .header('x-content-type-options', 'nosniff')
      .type('text/css; charset=utf-8')
      .send(apiPageStyle),
  );
};
