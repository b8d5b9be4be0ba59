/**
 * The documentation under `/docs`: the pages that `npm run docs` built, read from disk when they are asked for, and the search over
 * their sections that the widget on these pages calls. It never reads a file outside its folder: names come from a list that is made
 * at start. An unknown page is 404 (a page for browsers, else JSON), a site that is not built 503. Files of 2 MiB are kept in memory.
 */
// Tests: test/browser/docs.test.ts.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  createSectionSearch,
  type Section,
  type SectionSearch,
} from '../../autocomplete/answering/section-search.ts';
import { AppError, notFound } from '../../errors.ts';
import { type PreparedDocument, sendPrepared } from '../answers/prepared-document.ts';
import { readSearch } from '../keystroke/keystroke-query.ts';
import { readQuery } from '../query.ts';
import type { Services } from '../services.ts';

/** The folder that `bin/build.ts` writes. */
const builtFolder = fileURLToPath(new URL('../../../docs/dist', import.meta.url));
/** Files of the build that are no pages of their own. */
const policyFile = 'script-hashes.json';
const unknownFile = '404.html';
const iconFile = 'favicon.svg';
const sectionsFile = 'sections.json';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Memory for files that were read, compressed forms included. Chosen: the pages that a reader of the site opens. */
const cacheMaxBytes = 2 * 1024 * 1024;

const fromMemory = { config: { access: 'open', budget: 'none' } } as const;
const limited = { config: { access: 'open' } } as const;

/** Registers the pages, their files and the search. */
export function docsRoutes(app: FastifyInstance, { clock }: Pick<Services, 'clock'>): void {
  const site = openSite(builtFolder);
  const send = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const found = site.find(path);
    if (found === null && !takesHtml(request)) throw notFound('page of the documentation');
    const file = found ?? unknownFile;
    if (found === null) reply.code(404);
    const headers = file.endsWith('.html') ? { 'content-security-policy': site.policy } : {};
    const lifetime = file.startsWith('_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return sendPrepared(
      await site.read(file),
      { ...headers, 'cache-control': lifetime, 'content-type': types[extname(file)] ?? '' },
      request,
      reply,
    );
  };
  // Browsers ask for it beside documents that name no icon, such as JSON.
  app.get('/favicon.ico', fromMemory, (request, reply) => send(iconFile, request, reply));
  app.get('/docs', fromMemory, (request, reply) => send('', request, reply));
  app.get<{ Params: { '*': string } }>('/docs/*', fromMemory, (request, reply) => {
    const path = request.params['*'];
    return path.endsWith('/') || path === ''
      ? reply.redirect(`/docs/${path}`.replace(/\/+$/, ''))
      : send(path, request, reply);
  });

  let search: Promise<SectionSearch> | null = null;
  app.get('/docs/search', limited, async (request, reply) => {
    const reader = readQuery(request.query);
    const { query, limit } = readSearch(reader);
    reader.finish();
    // Built when it is asked first: most processes never are.
    search ??= readFile(site.pathOf(sectionsFile), 'utf8').then((text) =>
      createSectionSearch(JSON.parse(text) as Section[], clock),
    );
    const answer = (await search)(query, limit);
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(answer);
  });
}

interface Site {
  readonly policy: string;
  /** The file of a page or another file, by its path below `/docs/`; null where there is none. */
  find(path: string): string | null;
  read(file: string): Promise<PreparedDocument>;
  /** Throws `unavailable` where the site is not built. */
  pathOf(file: string): string;
}

function openSite(folder: string): Site {
  const files = listFiles(folder);
  const cache = new LRUCache<string, PreparedDocument>({
    maxSize: cacheMaxBytes,
    sizeCalculation: ({ bytes, encoded }) =>
      bytes.length + Array.from(encoded.values()).reduce((sum, form) => sum + form.length, 1),
  });
  const isBuilt = files.has(policyFile);

  async function readDocument(file: string): Promise<PreparedDocument> {
    const bytes = await readFile(join(folder, file));
    const forms = encodings.filter(([, ending]) => files.has(`${file}${ending}`));
    const encoded = forms.map(async ([name, ending]) => {
      return [name, await readFile(join(folder, `${file}${ending}`))] as const;
    });
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    return { hash, bytes, encoded: new Map(await Promise.all(encoded)) };
  }

  return {
    policy: isBuilt ? policyOf(JSON.parse(readFileSync(join(folder, policyFile), 'utf8'))) : '',
    find(path) {
      if (!isBuilt) throw notBuilt();
      const candidates = [path, path === '' ? 'index.html' : `${path}/index.html`];
      return candidates.find((one) => files.has(one) && types[extname(one)] !== undefined) ?? null;
    },
    async read(file) {
      const known = cache.get(file);
      if (known !== undefined) return known;
      const document = await readDocument(file);
      cache.set(file, document);
      return document;
    },
    pathOf(file) {
      if (!isBuilt) throw notBuilt();
      return join(folder, file);
    },
  };
}

/** Whether the caller is a browser that opens a page. */
function takesHtml({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html');
}

/** Lists all files below a folder, with `/`; none if it does not exist. */
function listFiles(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Set(paths.map((path) => relative(folder, path).replaceAll(sep, '/')));
}

/** Examples of code set their colours in `style` attributes; everything else is a file of this origin, or hashed. */
function policyOf(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.join(' ')}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function notBuilt(): AppError {
  return new AppError(
    'unavailable',
    'The documentation is not built. Run `npm ci` (with development packages) and `npm run docs`, then start again.',
  );
}
