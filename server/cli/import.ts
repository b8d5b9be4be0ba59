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
