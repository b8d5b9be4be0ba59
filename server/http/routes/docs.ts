/** The page under `/docs`, which shows the OpenAPI document to people: Swagger UI, from memory. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors.ts';
import { prepareOnce, sendPrepared } from '../prepared-document.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Foretype API</title>
<link rel="icon" type="image/png" href="/docs/static/favicon-32x32.png">
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/index.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/static/begin.js"></script>
</body>
</html>
`;

const begin = `window.addEventListener('load', () => {
  SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });
});
`;

/** Swagger UI sets styles of its own; everything else is ours. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'index.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

const open = { config: { access: 'open', budget: 'none' }, schema: { hide: true } } as const;
const fresh = { 'cache-control': 'no-cache' };

/** Registers the page and its files. */
export function docsRoutes(app: FastifyInstance): void {
  const shown = prepareOnce(() => page);
  const pageHeaders = {
    ...{ ...fresh, 'content-type': 'text/html; charset=utf-8' },
    'content-security-policy': contentSecurityPolicy,
  };
  app.get('/docs', open, async (request, reply) => sendPrepared(await shown(), pageHeaders, request, reply));
  app.get('/docs/', open, (_request, reply) => reply.redirect('/docs'));

  const packaged = new URL('static/', import.meta.resolve('@fastify/swagger-ui'));
  const files = new Map(
    Object.entries(types).map(([name, type]) => [
      name,
      { type, prepared: prepareOnce(() => readFile(new URL(name, packaged))) },
    ]),
  );
  files.set('begin.js', { type: types['swagger-ui-bundle.js'], prepared: prepareOnce(() => begin) });
  app.get<{ Params: { file: string } }>('/docs/static/:file', open, async (request, reply) => {
    const file = files.get(request.params.file);
    if (file === undefined) throw notFound('file of the documentation');
    return sendPrepared(await file.prepared(), { ...fresh, 'content-type': file.type }, request, reply);
  });
}
