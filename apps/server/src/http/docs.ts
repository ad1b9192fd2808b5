import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

/** `/api/openapi.json`, and a page to read it at `/api/docs` under a policy of its own. */
export const registerDocs = async (
  app: FastifyInstance,
  site: { name: string; version: string },
): Promise<void> => {
  const document = openApi(site);
  const text = JSON.stringify(document);
  app.get('/api/openapi.json', (_request, reply) => {
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(text);
  });
  await app.register(swagger, { mode: 'static', specification: { document: JSON.parse(text) } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true },
  });
};
