/**
 * `foretype import FILE`: the same way as an upload in the dashboard. The file goes into the database first; then a running server
 * imports it, or this process if there is none. Stopping in the middle loses nothing. A file takes at most 2 GiB. One that cannot be
 * read as a catalog leaves a failed import (code 1), which the command ends with like any other; a wrong option or an unknown store
 * leaves none (code 2, code 1). Failed rows fail no import.
 */
// Tests: test/storage/imports.test.ts, test/scenarios/import-command.test.ts.
import { type CsvField, csvFormatNames } from '../../contract/words/csv.ts';
import { standardFields } from '../../contract/words/product.ts';
import type { CsvSettings } from '../../csv/layout.ts';
import { type Command, type Invocation, jsonOption, UsageError } from './command.ts';
import { followImport } from './follow-import.ts';
import { handInFile } from './hand-in-file.ts';
import { type WatchedFolder, watchFolder } from './watch-folder.ts';
import { withStorage } from './with-storage.ts';

/** Exit code 0 when the import completed, 1 when it failed. */
export const importCommand: Command = {
  name: 'import',
  summary: 'import products from a file of CSV, JSON or Google XML, of any size up to 2 GiB',
  operands: ['[FILE]'],
  options: {
    store: { kind: 'value', placeholder: 'ID', required: true, help: 'the store that gets the products' },
    watch: {
      kind: 'value',
      placeholder: 'FOLDER',
      help: 'in place of FILE: import each file that is dropped there, and move it to done/ or failed/',
    },
    pattern: {
      kind: 'value',
      placeholder: 'LIST',
      fallback: '*.csv,*.tsv,*.txt,*.json,*.jsonl,*.ndjson,*.xml',
      help: 'with --watch: names of the files, separated by commas',
    },
    settle: {
      kind: 'value',
      placeholder: 'SECONDS',
      fallback: '10',
      help: 'with --watch: for how long a complete file has not changed',
    },
    once: { kind: 'switch', help: 'with --watch: import what is there, then end' },
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
      const watched = readWatch(invocation);
      const storeId = invocation.value('store');
      if ((await storage.directory.findStore(storeId)) === null) {
        throw new Error(`There is no store "${storeId}". foretype store list shows them.`);
      }
      if (watched !== null) return await watchFolder(storage, { storeId, settings, ...watched }, invocation);
      const file = { storeId, path, dryRun: invocation.has('dry-run'), settings };
      const say = (line: string) => process.stderr.write(`${line}\n`);
      const { id } = await handInFile(storage, file, invocation, say);
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

/** The options of a watched folder; null for one file. */
function readWatch(invocation: Invocation): Omit<WatchedFolder, 'storeId' | 'settings'> | null {
  const [file] = invocation.operands;
  if (invocation.has('watch') === (file !== undefined)) {
    throw new UsageError('foretype import takes FILE or --watch FOLDER, one of them.');
  }
  if (file !== undefined) {
    const other = ['pattern', 'settle', 'once'].find((name) => invocation.has(name));
    if (other !== undefined) throw new UsageError(`--${other} goes with --watch FOLDER.`);
    return null;
  }
  if (invocation.has('dry-run'))
    throw new UsageError('--dry-run goes with FILE: watched files are moved away.');
  const settle = invocation.value('settle');
  if (!/^\d{1,4}$/.test(settle) || Number(settle) < 1) {
    throw new UsageError(`--settle takes seconds from 1 to 9999, got "${settle}".`);
  }
  const patterns = invocation
    .value('pattern')
    .split(',')
    .map((pattern) => pattern.trim());
  return {
    folder: invocation.value('watch'),
    patterns: patterns.filter((pattern) => pattern !== ''),
    settleMs: Number(settle) * 1_000,
    once: invocation.has('once'),
  };
}

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
