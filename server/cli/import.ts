/**
 * `foretype import FILE`: the same way as an upload in the dashboard. The file goes into the database first; then a running server
 * imports it, or this process if there is none. Stopping in the middle loses nothing. A file takes at most 2 GiB and goes in by pieces
 * of 1 MiB. A file that is larger, unreadable, of an unknown format or without a column that `--columns` names is refused before any
 * product changes (code 1); a wrong option is code 2. Failed rows fail no import.
 */
// Tests: test/storage/imports.test.ts, test/scenarios/import-command.test.ts.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { limits } from '../../contract/limits.ts';
import { pluralOf } from '../../contract/plural.ts';
import { type CsvField, csvFormatNames } from '../../contract/words/csv.ts';
import { standardFields } from '../../contract/words/product.ts';
import { detectLayout, layoutHeadBytes } from '../../csv/detect-layout.ts';
import type { CsvLayout, CsvSettings } from '../../csv/layout.ts';
import { newId } from '../ids.ts';
import {
  appendToFile,
  beginFile,
  completeFile,
  deleteFile,
  fileTooLarge,
} from '../ingest/files/receive-file.ts';
import { requestImport } from '../ingest/files/request-import.ts';
import { formatOfContent } from '../ingest/readers/create-document-reader.ts';
import type { Storage } from '../storage/storage.ts';
import { nearestName } from '../structures/nearest-name.ts';
import { type Command, type Invocation, jsonOption, UsageError } from './command.ts';
import { followImport } from './follow-import.ts';
import { withStorage } from './with-storage.ts';

/** Exit code 0 when the import completed, 1 when it failed. */
export const importCommand: Command = {
  name: 'import',
  summary: 'import products from a file of CSV, JSON or Google XML, of any size up to 2 GiB',
  operands: ['FILE'],
  options: {
    store: { kind: 'value', placeholder: 'ID', required: true, help: 'the store that gets the products' },
    'dry-run': { kind: 'switch', help: 'say what would happen, and write nothing' },
    'shop-url': {
      kind: 'value',
      placeholder: 'URL',
      help: 'for exports that do not name the addresses of products',
    },
    columns: {
      kind: 'value',
      placeholder: 'MAP',
      help: 'which column is which field: "Artikelnummer=external_id,VK=price"; "NAME=" leaves a column out',
    },
    format: {
      kind: 'value',
      placeholder: 'NAME',
      help: `${csvFormatNames.join(', ')}; else it is recognised`,
    },
    json: jsonOption,
  },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const [path = ''] = invocation.operands;
      const settings = readSettings(invocation);
      const storeId = invocation.value('store');
      if ((await storage.directory.findStore(storeId)) === null) {
        throw new Error(`There is no store "${storeId}". foretype store list shows them.`);
      }
      for (const line of await describeFile(path, settings)) process.stderr.write(`${line}\n`);
      const fileId = await storeFile(storage, storeId, path, invocation);
      const environment = { clock: invocation.clock, newId };
      const dryRun = invocation.has('dry-run');
      const { id } = await requestImport(storage, { storeId, fileId, dryRun, settings }, environment);
      return await followImport(storage, { storeId, importId: id }, invocation);
    }),
};

/** An import that was left in the middle, by Ctrl-C or by a machine that went down. */
export const resumeCommand: Command = {
  name: 'resume',
  summary: 'go on with an import that was left in the middle; a running server does so by itself',
  operands: ['IMPORT_ID'],
  options: {
    store: { kind: 'value', placeholder: 'ID', required: true, help: 'the store of the import' },
    json: jsonOption,
  },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const [importId = ''] = invocation.operands;
      return await followImport(storage, { storeId: invocation.value('store'), importId }, invocation);
    }),
};

function readSettings(invocation: Invocation): CsvSettings {
  const format = csvFormatNames.find((name) => name === invocation.value('format'));
  if (invocation.has('format') && format === undefined) {
    throw new UsageError(`--format takes ${csvFormatNames.join(', ')}.`);
  }
  const shopUrl = invocation.value('shop-url') || undefined;
  const fields = invocation.has('columns') ? readColumns(invocation.value('columns')) : undefined;
  return { format, shopUrl, fields };
}

/** `NAME=FIELD`, separated by commas. */
function readColumns(text: string): Record<string, CsvField> {
  const fields = text.split(',').map((pair): [string, CsvField] => {
    const cut = pair.lastIndexOf('=');
    const name = pair.slice(0, cut).trim();
    const wanted = pair.slice(cut + 1).trim();
    const field = [...standardFields, 'attribute' as const].find((known) => known === wanted) ?? null;
    if (cut < 1 || (field === null && wanted !== '')) {
      const known = [...standardFields, 'attribute'].join(', ');
      throw new UsageError(`--columns takes NAME=FIELD pairs, got "${pair}". Fields: ${known}.`);
    }
    return [name, field];
  });
  return Object.fromEntries(fields);
}

/** A misspelled column would leave its field as it was, without a word. */
function refuseUnknownColumns(path: string, given: readonly string[], { columns }: CsvLayout): void {
  const names = columns.map(({ name }) => name);
  const unknown = given.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const parts = unknown.map((name) => {
    const nearest = nearestName(name, names);
    return nearest === null ? `"${name}"` : `"${name}" (did you mean "${nearest}"?)`;
  });
  throw new Error(`${path} has no column ${parts.join(', ')}, which --columns names.`);
}

/** Describes the recognised layout before the import begins, so nothing is assumed silently. Throws if the file cannot be read. */
async function describeFile(path: string, settings: CsvSettings): Promise<string[]> {
  const file = await open(path).catch((cause: unknown) => {
    throw new Error(`${path} cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`, {
      cause,
    });
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is no file.`);
    if (found.size > limits.fileMaxBytes) throw fileTooLarge();
    const head = new Uint8Array(layoutHeadBytes);
    const { bytesRead } = await file.read(head, 0, head.byteLength, 0);
    const format = formatOfContent(head.subarray(0, bytesRead));
    if (format !== 'csv') return [`Read as ${documentWords[format]}.`];
    const isWhole = found.size <= layoutHeadBytes;
    const detected = detectLayout(head.subarray(0, bytesRead), settings, { isWhole });
    if (!detected.ok) throw new Error(`${path}: ${detected.message}${adviceByCode[detected.code] ?? ''}`);
    refuseUnknownColumns(path, Object.keys(settings.fields ?? {}), detected.layout);
    return describeLayout(detected.layout);
  } finally {
    await file.close();
  }
}

/** The options that help if a file cannot be read as it is, by the code of the error. */
const adviceByCode: Readonly<Record<string, string>> = {
  shop_url_missing: '\n  The option is --shop-url URL.',
  columns_missing: '\n  The option is --columns "NAME=FIELD,…".',
};

const documentWords = { google_xml: 'a Google product feed (XML)', json: 'products in JSON' } as const;

const formatWords = {
  columns: 'columns of a catalog',
  shopify: 'a Shopify product export',
  woocommerce: 'a WooCommerce product export',
  google_merchant: 'a Google Merchant feed',
} as const;

function describeLayout({ format, separator, encoding, columns, notes }: CsvLayout): string[] {
  const separatorWord = separator === '\t' ? 'tabs' : `"${separator}"`;
  const mapped = columns.filter(
    ({ name, field }) => field !== null && field !== 'attribute' && field !== name,
  );
  return [
    `Read as ${formatWords[format]}, ${columns.length} ${pluralOf(columns.length, 'column')} separated by ${separatorWord}, ${encoding}.`,
    ...mapped.map(({ name, field }) => `  ${name} → ${field}`),
    ...notes.map((note) => `  ${note}`),
  ];
}

async function storeFile(
  storage: Storage,
  storeId: string,
  path: string,
  { clock }: Invocation,
): Promise<string> {
  const { size: bytes } = await stat(path);
  const begun = await beginFile(storage, { storeId, name: basename(path), bytes }, { clock, newId });
  const fileId = begun.id;
  const chunks = createReadStream(path, { highWaterMark: limits.fileChunkBytes });
  try {
    for await (const content of chunks as AsyncIterable<Buffer>) {
      await appendToFile(storage, { storeId, fileId, content });
    }
    await completeFile(storage, { storeId, fileId });
    return fileId;
  } catch (error) {
    await deleteFile(storage, { storeId, fileId }, (task) => task());
    throw error;
  }
}
