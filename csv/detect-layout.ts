/**
 * Finds out from the beginning of a file how it will be read, or why it cannot be: encoding, separator, format and what each column
 * supplies. The same code shows a merchant the preview in the browser and reads the file on the server, so that a file is read as it
 * was shown. 256 KiB of the beginning are enough; a header has at most 500 columns. It reads no rows beyond that and never throws for
 * what a file holds: a file that cannot be read gives a code and a sentence.
 */
// Tests: ./detect-layout.test.ts.
import { limits } from '../contract/limits.ts';
import type { CsvEncoding, CsvField } from '../contract/words/csv.ts';
import type { StandardField } from '../contract/words/product.ts';
import { isBlank } from './csv-row.ts';
import { createTextReader, markedEncoding, mayBeUtf8, unmarkedUtf16 } from './encoding.ts';
import { isFailedRowsFile, isOurColumn } from './failed-rows.ts';
import { binaryMessage, controlMessage, documentMessage } from './file-kind.ts';
import { requiredFields } from './formats/format.ts';
import { formatOf, recogniseFormat } from './formats/format-list.ts';
import { restore } from './formula-cell.ts';
import { guessColumns } from './guess-columns.ts';
import { nameColumns, namedWidth, normalizeName, quoteName } from './header.ts';
import type { CsvColumn, CsvGuess, CsvLayout, CsvSettings } from './layout.ts';
import { nearName } from './near-names.ts';
import type { CsvRecord } from './record-scanner.ts';
import { detectSeparator, type HeadRecords, readHead } from './separator.ts';
import { stockOf } from './stock-words.ts';

/** The reasons why a file cannot be read as it is; docs/csv.md lists them. */
export type LayoutFault =
  | 'file_empty'
  | 'file_not_csv'
  | 'header_unreadable'
  | 'columns_too_many'
  | 'columns_missing'
  | 'rows_missing'
  | 'shop_url_missing';

/** The layout of a file; or the reason why there is none, with the parts that were detected. */
export type LayoutResult =
  | { readonly ok: true; readonly layout: CsvLayout }
  | {
      readonly ok: false;
      readonly code: LayoutFault;
      /** Sentences for the merchant: what is wrong, and what to do. */
      readonly message: string;
      /** Null where not even columns were found. */
      readonly layout: CsvLayout | null;
    };

/** Facts about the file besides its beginning. */
export interface HeadFacts {
  /** Whether the beginning is all of it. */
  readonly isWhole: boolean;
  /** Whether the whole file is UTF-8, where a pass over it has found out. */
  readonly isUtf8?: boolean | undefined;
  /** Whether columns cannot be mapped: the owner of a feed can only change the file. */
  readonly isUnattended?: boolean;
}

/** Bytes of a file's beginning that are enough for {@link detectLayout} in any sensible file. */
export const layoutHeadBytes = 256 * 1024;

/** Detects what the settings leave open. Never throws for what a file holds. */
export function detectLayout(head: Uint8Array, settings: CsvSettings, facts: HeadFacts): LayoutResult {
  if (head.length === 0) return refuse('file_empty', 'The file is empty.');
  const binary = binaryMessage(head);
  if (binary !== null) return refuse('file_not_csv', binary);
  const { encoding, notes: encodingNotes } = chooseEncoding(head, settings, facts);
  const text = textOf(head, encoding, facts.isWhole);
  if (text.trim() === '') return refuse('file_empty', 'The file is empty: it holds nothing but blanks.');
  const otherKind = controlMessage(text) ?? documentMessage(text);
  if (otherKind !== null) return refuse('file_not_csv', otherKind);
  const separator = settings.separator ?? detectSeparator(text, facts.isWhole);
  const records = readHead(text, facts.isWhole, separator);
  const { header } = records;
  if (header === null || header.fault !== null) return refuse('header_unreadable', headerMessage(header));
  const width = widthOf(header, records.rows);
  if (width > limits.csvColumnsMax) {
    const message = `The first row names ${width} columns; at most ${limits.csvColumnsMax} can be read.`;
    return refuse('columns_too_many', message);
  }
  const named = nameHeader(header, width);
  const { length } = named.names.join('');
  if (length > limits.csvHeaderMaxLength) {
    const message = `The names of the columns take ${length} characters; at most ${limits.csvHeaderMaxLength} can be read.`;
    return refuse('columns_too_many', message);
  }
  const base = { encoding, separator, notes: [...encodingNotes, ...named.notes] };
  const layout = describeColumns(base, named.names, records, settings);
  return judge(layout, { header, isHeaderOnly: records.rows.length === 0 && facts.isWhole, facts });
}

function refuse(code: LayoutFault, message: string, layout: CsvLayout | null = null): LayoutResult {
  return { ok: false, code, message, layout };
}

function chooseEncoding(
  head: Uint8Array,
  settings: CsvSettings,
  facts: HeadFacts,
): { readonly encoding: CsvEncoding; readonly notes: readonly string[] } {
  const marked = markedEncoding(head);
  if (settings.encoding !== undefined) return { encoding: settings.encoding, notes: [] };
  const isUtf8 = facts.isUtf8 ?? mayBeUtf8(head, facts.isWhole);
  if (marked === 'utf-8' && !isUtf8) {
    const note =
      'The file says that it is UTF-8, but some of its bytes are not; those characters are shown as �.';
    return { encoding: marked, notes: [note] };
  }
  if (marked !== null) return { encoding: marked, notes: [] };
  const unmarked = unmarkedUtf16(head);
  if (unmarked !== null) {
    const note = 'The file is UTF-16 without its mark. If letters look wrong, save it as CSV UTF-8.';
    return { encoding: unmarked, notes: [note] };
  }
  if (isUtf8) return { encoding: 'utf-8', notes: [] };
  const note =
    'The file is not UTF-8 and was read as Windows-1252. If accents look wrong, save it as CSV UTF-8.';
  return { encoding: 'windows-1252', notes: [note] };
}

function textOf(head: Uint8Array, encoding: CsvEncoding, isWhole: boolean): string {
  const reader = createTextReader(encoding);
  const text = reader.read(head);
  return isWhole ? text + reader.end() : text;
}

function headerMessage(header: CsvRecord | null): string {
  if (header?.fault === 'unclosed_quote') {
    return 'A quote (") in the first row is never closed; the first row must name the columns.';
  }
  return 'The first row does not end; it must name the columns, and each row must stand on its own line.';
}

/** Columns without a name at the end of the header count up to the last that holds anything. */
function widthOf(header: CsvRecord, rows: readonly CsvRecord[]): number {
  const widthUsed = rows.reduce((width, { cells, fault }) => {
    const used = fault === null ? cells.findLastIndex((cell) => !isBlank(cell)) + 1 : 0;
    return Math.max(width, used);
  }, 0);
  return Math.max(namedWidth(header.cells), Math.min(widthUsed, header.cells.length));
}

function nameHeader({ cells }: CsvRecord, width: number): ReturnType<typeof nameColumns> {
  const given = cells.slice(0, width);
  return nameColumns(isFailedRowsFile(given) ? given.map(restore) : given);
}

function describeColumns(
  base: Pick<CsvLayout, 'encoding' | 'separator' | 'notes'>,
  names: readonly string[],
  { rows }: HeadRecords,
  settings: CsvSettings,
): CsvLayout {
  const format =
    settings.format === undefined
      ? recogniseFormat(new Set(names.map(normalizeName)))
      : formatOf(settings.format);
  const isFailedRows = isFailedRowsFile(names);
  const usual = format
    .fieldsOf(names)
    .map((field, at) => (isFailedRows && isOurColumn(names[at] ?? '') ? null : field));
  const choices = settings.fields ?? {};
  const { fields, notes } = chooseFields(names, usual, choices);
  const values = names.map((_name, index) => valuesOf(rows, index, isFailedRows));
  const guesses = isGuessed(format.name)
    ? guessColumns(names.map((name, at) => ({ name, field: usual[at] ?? null, values: values[at] ?? [] })))
    : noGuesses;
  const columns = names.map((name, index): CsvColumn => {
    const guess = guesses.get(name);
    const field = fields[index] ?? null;
    const isStock = [field, guess?.field].some((one) => one === 'in_stock' || one === 'stock_quantity');
    const column = { name, field, sample: sampleOf(values[index] ?? [], isStock) };
    return guess === undefined ? column : { ...column, guess };
  });
  const shopUrl = normalizeShopUrl(settings.shopUrl);
  const failedNote = isFailedRows
    ? ['This is a file of failed rows; its columns _row, _error_code and _error are left out.']
    : [];
  return {
    ...base,
    format: format.name,
    columns,
    shopUrl,
    notes: [...base.notes, ...notes, ...failedNote, ...format.notes, ...notesOnGuesses(columns, choices)],
    missing: format.missing(columns, shopUrl),
  };
}

/** Different values that a merchant sees of a column, and how many characters of each (chosen). */
const samplesPerColumn = 3;
const sampleMaxLength = 80;

function valuesOf(rows: readonly CsvRecord[], index: number, isFailedRows: boolean): string[] {
  return rows.flatMap(({ cells, fault }) => {
    const cell = fault === null ? (cells[index] ?? '').trim() : '';
    return cell === '' ? [] : [isFailedRows ? restore(cell) : cell];
  });
}

/** The first different values; one of a column of stock that means sold out is among them if there is any. */
function sampleOf(values: readonly string[], isStock: boolean): string[] {
  const soldOut = isStock ? values.find((value) => stockOf(value) === false) : undefined;
  const sample = new Set<string>();
  const add = (value: string) => sample.add(value.slice(0, sampleMaxLength).toWellFormed());
  for (const value of values) {
    if (sample.size === samplesPerColumn) break;
    add(value);
  }
  if (soldOut === undefined || sample.has(soldOut)) return [...sample];
  return [...sample].slice(0, samplesPerColumn - 1).concat(soldOut);
}

const noGuesses: ReadonlyMap<string, CsvGuess> = new Map();

/** The exports of shop systems have columns of their own, whose meaning is known. */
function isGuessed(format: CsvLayout['format']): boolean {
  return format === 'columns' || format === 'google_merchant';
}

/** What a shopper misses while a column that may supply it is an attribute. */
const losses: Partial<Record<StandardField, string>> = {
  in_stock: 'Until it is mapped, sold-out products are shown as in stock.',
  stock_quantity: 'Until it is mapped, sold-out products are shown as in stock.',
  image_url: 'Until it is mapped, products have no picture.',
  images: 'Until it is mapped, products have no further pictures.',
};

/** A sentence for each column that looks like stock or a picture and became an attribute without anybody choosing that. */
function notesOnGuesses(
  columns: readonly CsvColumn[],
  choices: Readonly<Record<string, CsvField>>,
): string[] {
  const isStockKnown = columns.some(({ field }) => field === 'in_stock' || field === 'stock_quantity');
  return columns.flatMap(({ name, field, guess }) => {
    if (guess?.field === 'stock_quantity' && isStockKnown) return [];
    const loss = guess === undefined ? undefined : losses[guess.field];
    if (field !== 'attribute' || loss === undefined || Object.hasOwn(choices, name)) return [];
    return [`The column ${quoteName(name)} became an attribute, but looks like ${guess?.field}. ${loss}`];
  });
}

function judge(
  layout: CsvLayout,
  {
    header,
    isHeaderOnly,
    facts,
  }: { readonly header: CsvRecord; readonly isHeaderOnly: boolean; readonly facts: HeadFacts },
): LayoutResult {
  const { missing } = layout;
  if (missing.length > 0) {
    const isShopUrlOnly =
      missing.length === 1 &&
      missing[0] === 'url' &&
      formatOf(layout.format).missing(layout.columns, 'https://shop').length === 0;
    return isShopUrlOnly
      ? refuse(
          'shop_url_missing',
          'This file does not name the addresses of its products; give the address of the shop, such as https://shop.example.',
          layout,
        )
      : refuse('columns_missing', missingMessage(layout, header, facts), layout);
  }
  if (isHeaderOnly)
    return refuse(
      'rows_missing',
      'The file has a first row with the names of its columns, but no products below it.',
      layout,
    );
  return { ok: true, layout };
}

/** Names that a message repeats (chosen: a message stays a few lines). */
const namesShown = 12;

function missingMessage(layout: CsvLayout, header: CsvRecord, { isUnattended = false }: HeadFacts): string {
  const { missing, columns } = layout;
  const free = columns
    .filter(({ field }) => !requiredFields.some((one) => one === field))
    .map(({ name }) => name);
  const hints = missing.flatMap((field) => {
    const near = columns.find(({ guess }) => guess?.field === field)?.name ?? nearName(field, free);
    return near === null ? [] : [`Perhaps ${quoteName(near)} is ${field}.`];
  });
  const shown = columns.slice(0, namesShown).map(({ name }) => quoteName(name));
  const more = columns.length > namesShown ? ` and ${columns.length - namesShown} more` : '';
  return [
    `The file has no column ${listOf(missing)}.`,
    `Its first row${header.line > 1 ? ` (line ${header.line})` : ''} names ${shown.join(', ')}${more}.`,
    ...hints,
    missingAdvice[isUnattended ? 'feed' : 'file'][layout.format === 'woocommerce' ? 'woocommerce' : 'other'],
  ].join(' ');
}

const missingAdvice = {
  file: {
    woocommerce: 'Export the products again with all columns, or choose which column is which.',
    other: 'Name the columns in the first row, or choose which column is which.',
  },
  feed: {
    woocommerce: 'Have the shop export the products with all columns.',
    other: `Make the program that writes the feed name these columns in its first row: ${listOf(requiredFields)}.`,
  },
} as const;

function listOf(fields: readonly string[]): string {
  return fields.length < 2 ? fields.join('') : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`;
}

interface ChosenFields {
  readonly fields: readonly CsvField[];
  readonly notes: readonly string[];
}

/**
 * Applies the merchant's choices over the format's defaults. A field that was assigned to one column is removed from others, which
 * become attributes; if it was assigned to several, the first one has it.
 */
function chooseFields(
  names: readonly string[],
  usual: readonly CsvField[],
  settings: Readonly<Record<string, CsvField>>,
): ChosenFields {
  const choices = new Map(Object.entries(settings));
  const chosenBy = new Map<CsvField, string>();
  const notes: string[] = [];
  const fields = names.map((name, index): CsvField => {
    const choice = choices.get(name);
    // A choice that confirms the default changes no other column: several columns may form one field.
    if (choice === undefined || choice === usual[index]) return usual[index] ?? null;
    if (choice === null || choice === 'attribute') return choice;
    const earlier = chosenBy.get(choice);
    if (earlier === undefined) {
      chosenBy.set(choice, name);
      return choice;
    }
    notes.push(
      `Both ${quoteName(earlier)} and ${quoteName(name)} were chosen as ${choice}; ${quoteName(name)} is an attribute.`,
    );
    return 'attribute';
  });
  const settled = fields.map((field, index) => {
    const owner = chosenBy.get(field);
    return owner === undefined || owner === names[index] ? field : 'attribute';
  });
  return { fields: settled, notes };
}

/** `https://shop.example` for `shop.example/`; null where it is no address, or blank. */
function normalizeShopUrl(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!/^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/i.test(address) || !URL.canParse(address)) return null;
  return address.replace(/\/+$/, '');
}
