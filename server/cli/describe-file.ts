/**
 * What `foretype import` says of a file before it hands it in: the layout by which it will be read. A file that cannot be handed in (it
 * is missing, no file or beyond 2 GiB, or lacks a column that `--columns` names) is a FileFault; one that no layout fits is only
 * described, since its import says so itself. It reads the first bytes and writes nothing.
 */
// Tests: test/scenarios/import-command.test.ts.
import { open } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import { pluralOf } from '../../contract/plural.ts';
import { detectLayout, layoutHeadBytes } from '../../csv/detect-layout.ts';
import type { CsvLayout, CsvSettings } from '../../csv/layout.ts';
import { fileTooLarge } from '../ingest/files/receive-file.ts';
import { formatOfContent } from '../ingest/readers/create-document-reader.ts';
import { nearestName } from '../structures/nearest-name.ts';

/** Why a file cannot be handed in, as a sentence for the person. */
export class FileFault extends Error {}

/** The fault of a file that the system does not let this process read. */
export function unreadableFile(path: string, cause: unknown): FileFault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new FileFault(`${path} cannot be read (${reason}).`, { cause });
}

/** Describes how the file will be read, so that nothing is assumed silently. Throws {@link FileFault} where it cannot be handed in. */
export async function describeFile(path: string, settings: CsvSettings): Promise<string[]> {
  const file = await open(path).catch((cause: unknown) => {
    throw unreadableFile(path, cause);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new FileFault(`${path} is no file.`);
    if (found.size > limits.fileMaxBytes) throw new FileFault(fileTooLarge().message);
    const head = new Uint8Array(layoutHeadBytes);
    const { bytesRead } = await file.read(head, 0, head.byteLength, 0);
    const format = formatOfContent(head.subarray(0, bytesRead));
    if (format !== 'csv') return [`Read as ${documentWords[format]}.`];
    const isWhole = found.size <= layoutHeadBytes;
    const detected = detectLayout(head.subarray(0, bytesRead), settings, { isWhole });
    if (!detected.ok) return [...(adviceByCode[detected.code] ?? [])];
    refuseUnknownColumns(path, Object.keys(settings.fields ?? {}), detected.layout);
    return describeLayout(detected.layout);
  } finally {
    await file.close();
  }
}

/** The options that help if a file cannot be read as it is, by the code of the error. */
const adviceByCode: Readonly<Record<string, readonly string[]>> = {
  shop_url_missing: ['The option is --shop-url URL.'],
  columns_missing: ['The option is --columns "NAME=FIELD,…".'],
};

/** A misspelled column would leave its field as it was, without a word. */
function refuseUnknownColumns(path: string, given: readonly string[], { columns }: CsvLayout): void {
  const names = columns.map(({ name }) => name);
  const unknown = given.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const parts = unknown.map((name) => {
    const nearest = nearestName(name, names);
    return nearest === null ? `"${name}"` : `"${name}" (did you mean "${nearest}"?)`;
  });
  throw new FileFault(`${path} has no column ${parts.join(', ')}, which --columns names.`);
}

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
