/** The demo storefront: a plain page with a search box on the demo store (§1.7; Contract §1). */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { findDemoStore } from '../../stores/demo-store.ts';
import type { Services } from '../services.ts';

const files = {
  '/demo': { name: 'storefront.html', type: 'text/html; charset=utf-8' },
  '/demo/storefront.css': { name: 'storefront.css', type: 'text/css; charset=utf-8' },
  '/demo/storefront.js': { name: 'storefront.js', type: 'text/javascript; charset=utf-8' },
} as const;

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function demoRoutes(app: FastifyInstance, { storage }: Services): void {
  for (const [path, { name, type }] of Object.entries(files)) {
    app.get(path, { config: { access: 'open' }, schema: { hide: true } }, async (_request, reply) => {
      const file = await readFile(new URL(`../../../demo/${name}`, import.meta.url));
      return reply
        .type(type)
        .header('content-security-policy', contentSecurityPolicy)
        .header('cache-control', 'no-cache')
        .send(file);
    });
  }

  // Who opens the printed address in a browser wants to see something.
  app.get('/', { config: { access: 'open' }, schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/demo'),
  );

  app.get('/demo/config.json', { config: { access: 'open' }, schema: { hide: true } }, async () => {
    const demo = await findDemoStore(storage);
    return { apiKey: demo?.storefrontKey ?? null, storeName: demo?.storeName ?? null };
  });
}
