/**
 * Serves the dashboard's built files from memory. They are read once at start; an address that is no file is a page of the
 * application, which reads the address itself. It does not know who is asking: the files hold no secret, everything else comes through
 * /dashboard/api. Without a build it answers 503 in words. A missing file below assets/ is 404. Names carry a hash of the content, so
 * browsers keep files for a year; pages are never kept.
 */
// Tests: test/api/dashboard-assets.test.ts.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { randomSecret } from '../../ids.ts';
import { chooseEncoding } from '../bodies/content-encoding.ts';
import { pageHeaders, previewHeaders } from './page-headers.ts';

/** The folder into which `bin/build.ts` writes. */
const builtFolder = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));
/** The text in index.html that is replaced by each answer's nonce. */
const noncePlaceholder = '__NONCE__';
const entry = 'index.html';
/** The page within the preview's frame, at /dashboard/preview. */
const preview = { path: 'preview', file: 'preview.html' } as const;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** The compressed forms that a file is sent in if the caller takes them, best first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  /** Compressed forms, best first. */
  readonly encoded: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** The dashboard's files by their path below /dashboard/; none where it is not built. */
type Assets = ReadonlyMap<string, Asset>;

/** Serves the dashboard; where it is not built, says so in words. */
export async function dashboardAssetRoutes(
  app: FastifyInstance,
  folder: string = builtFolder,
): Promise<void> {
  const assets = await readAssets(folder);
  const template = assets.get(entry)?.bytes.toString('utf8') ?? null;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.url.split('?', 1)[0] ?? '').slice('/dashboard/'.length);
    if (path === 'api' || path.startsWith('api/')) throw nothingThere(request);
    const framed = path === preview.path ? assets.get(preview.file) : undefined;
    if (framed !== undefined) return reply.type(framed.type).headers(previewHeaders).send(framed.bytes);
    const asset = path === entry || path === preview.file ? undefined : assets.get(path);
    if (asset !== undefined) return sendAsset(asset, request, reply);
    // A file of an older build: a page in its place would be taken for a broken script.
    if (path.startsWith('assets/')) throw nothingThere(request);
    return template === null ? sendNotBuilt(reply) : sendPage(template, reply);
  };
  for (const url of ['/dashboard', '/dashboard/*']) {
    app.get(url, { config: { access: 'open', budget: 'none' } }, answer);
  }
}

function nothingThere({ method, url }: FastifyRequest): AppError {
  return new AppError('not_found', `There is nothing at ${method} ${url.split('?', 1)[0]}.`);
}

async function readAssets(folder: string): Promise<Assets> {
  if (!existsSync(folder)) return new Map();
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const known = paths.filter((path) => types[extname(path)] !== undefined);
  const assets = await Promise.all(known.map(async (path) => [path, await readAsset(path, paths)] as const));
  return new Map(assets.map(([path, asset]) => [relative(folder, path).replaceAll(sep, '/'), asset]));
}

async function readAsset(path: string, paths: readonly string[]): Promise<Asset> {
  const offered = encodings.filter(({ ending }) => paths.includes(`${path}${ending}`));
  const [bytes, ...encoded] = await Promise.all(
    [path, ...offered.map(({ ending }) => `${path}${ending}`)].map((name) => readFile(name)),
  );
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    bytes: bytes ?? Buffer.alloc(0),
    encoded: offered.flatMap(({ name }, index) => {
      const compressed = encoded[index];
      return compressed === undefined ? [] : [{ name, bytes: compressed }];
    }),
  };
}

/** Names of assets carry a hash of their content, so that they never change. */
function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const names = asset.encoded.map(({ name }) => name);
  const chosen = chooseEncoding(request.headers['accept-encoding'], names);
  const encoded = asset.encoded.find(({ name }) => name === chosen);
  if (encoded !== undefined) reply.header('content-encoding', encoded.name);
  return reply
    .type(asset.type)
    .header('vary', 'accept-encoding')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(encoded?.bytes ?? asset.bytes);
}

function sendPage(template: string, reply: FastifyReply): FastifyReply {
  const nonce = randomSecret(18);
  return reply
    .type('text/html; charset=utf-8')
    .headers(pageHeaders(nonce))
    .send(template.replace(noncePlaceholder, nonce));
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .headers(pageHeaders(randomSecret(18)))
    .send(
      'The dashboard is not built. Run `npm ci` (with development packages) and `npm run build`, then start again.\n' +
        'The API, its document at /docs and the demo at /demo work without it.\n',
    );
}
