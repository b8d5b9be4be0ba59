/**
 * The columns that hold JSON text, each with the shape that its readers count on; beside them those of text with a form
 * (`text-columns.ts`). Declared once: who decodes a row reads them here, and who looks for damaged rows asks here too.
 */

import type { SynonymRule } from '../../contract/synonyms.ts';
import type { CollectionRules } from '../../contract/words/collections.ts';
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';
import type { WebhookEvent } from '../../contract/words/webhooks.ts';
import type { Problem } from '../catalog/problem.ts';
import type { Attribute } from '../catalog/product.ts';
import { type DamagedRow, damagedRowError } from './damage.ts';
import { isPackedRaw } from './packed-raw.ts';
import type { FieldChange, Issue, RowReport } from './records.ts';
import { nameRow } from './row-names.ts';
import { isSoundRaw, type RawRow, rawOf } from './row-raw.ts';
import type { ClickPositions } from './search-statistics.ts';
import { isNotFinite } from './snapshot.ts';
import { closedColumns, openedRow } from './stored-integers.ts';
import { type TextForms, textColumnsOf, textFault } from './text-columns.ts';
import type { DeliveryAttempt } from './webhooks.ts';

/** Whether parsed JSON has the shape of a column. */
type Shape<Value> = (value: unknown) => value is Value;

const text = (value: unknown): value is string => typeof value === 'string';
const count = (value: unknown): value is number => typeof value === 'number';
const anything = (_value: unknown): _value is unknown => true;

function listOf<Item>(item: Shape<Item>): Shape<Item[]> {
  return (value): value is Item[] => Array.isArray(value) && value.every(item);
}

/** An object whose fields are not looked at one by one. */
function object<Value extends object>(): Shape<Value> {
  return (value): value is Value => typeof value === 'object' && value !== null && !Array.isArray(value);
}

const attribute = (value: unknown): value is Attribute =>
  Array.isArray(value) && value.length === 2 && text(value[0]) && text(value[1]);

const phraseLists = (value: unknown): value is [string[], string[]] =>
  Array.isArray(value) && value.length === 2 && value.every(listOf(text));

const droppedPhrase = (value: unknown): value is [rule: string, count: number, example: string] =>
  Array.isArray(value) && text(value[0]) && count(value[1]) && text(value[2]);

const texts = listOf(text);
const counts = listOf(count);

const shapes = {
  products: {
    image_urls: texts,
    suggestion_phrases: texts,
    search_phrases: texts,
    attributes: listOf(attribute),
    raw: object(),
  },
  product_changes: { fields: listOf(object<FieldChange>()) },
  imports: {
    issues: listOf(object<Issue>()),
    warnings: listOf(object<RowReport>()),
    settings: object(),
    layout: object(),
  },
  import_failures: { problems: listOf(object<Problem>()) as Shape<[Problem, ...Problem[]]>, raw: anything },
  synonym_sets: { rules: listOf(object<SynonymRule>()) },
  merchandising_sets: { rules: listOf(object<MerchandisingRule>()) },
  enrichment_settings: { blocklist: texts },
  phrase_sets: { generated: phraseLists, edited: phraseLists, dropped: listOf(droppedPhrase) },
  collections: { rules: object<CollectionRules>() },
  collection_generations: { rules: object<CollectionRules>() },
  feed_runs: { facts: object() },
  webhooks: { events: texts as Shape<WebhookEvent[]> },
  webhook_deliveries: { payload: object(), attempts: listOf(object<DeliveryAttempt>()) },
  request_statistics: { latencies: counts },
  search_days: { positions: object<ClickPositions>(), letters: counts },
  audit_entries: { details: object<Record<string, unknown>>() },
  api_keys: { allowed_origins: texts },
  store_deletions: { deleted: object<Record<string, number>>() },
};

type Shapes = typeof shapes;
type Checked<Guard> = Guard extends (value: unknown) => value is infer Value ? Value : never;

/**
 * Parses the JSON of a column; null stays null. Throws a DamageError that names the row where the column holds
 * something else.
 */
export function readJson<
  Table extends keyof Shapes,
  Column extends keyof Shapes[Table] & string,
  Row extends { readonly [Name in Column]: string | null },
>(table: Table, row: Row, column: Column): Checked<Shapes[Table][Column]> | Extract<Row[Column], null> {
  const value = row[column];
  const found = value === null ? { value } : parseColumn(table, column, value);
  if ('error' in found) throw damagedRowError(nameRow(table, row, column, found.error));
  // What the shape has just found it to be.
  return found.value as Checked<Shapes[Table][Column]> | Extract<Row[Column], null>;
}

/** As {@link readJson}, of a text that goes on as it is; null stays null. */
export function checkedJson<
  Table extends keyof Shapes,
  Column extends keyof Shapes[Table] & string,
  Row extends { readonly [Name in Column]: string | null },
>(table: Table, row: Row, column: Column): Row[Column] {
  readJson(table, row, column);
  return row[column];
}

/** A text of a known form; null stays null. Throws as {@link readJson}. */
export function readText<
  Table extends keyof TextForms,
  Column extends keyof TextForms[Table] & string,
  Row extends { readonly [Name in Column]: string | null },
>(table: Table, row: Row, column: Column): Row[Column] {
  const value = row[column];
  const error = value === null ? null : textFault(table, column, value);
  if (error !== null) throw damagedRowError(nameRow(table, row, column, error));
  return value;
}

/** The merchant's object of a product, as it came. Throws as {@link readJson}. */
export function readRaw(row: RawRow): string {
  // What it is packed from must be what it should.
  const damage = isPackedRaw(row.raw) ? findDamage('products', row) : null;
  if (damage !== null) throw damagedRowError(damage);
  const raw = rawOf(row);
  if (raw === null) throw damagedRowError(nameRow('products', row, 'raw', packedFault));
  return checkedJson('products', { ...row, raw }, 'raw');
}

const packedFault = 'does not go with the rest of its row';

interface ColumnOfRow {
  readonly column: string;
  readonly value: unknown;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The first column of a row that does not hold what it should; null where all that is known of it is right. */
export function findDamage(table: string, row: Readonly<Record<string, unknown>>): DamagedRow | null {
  return findAllDamage(table, row)[0] ?? null;
}

/** As {@link findDamage}, every such column. */
export function findAllDamage(table: string, row: Readonly<Record<string, unknown>>): DamagedRow[] {
  const damaged = [...closedColumns(row)];
  const note = (column: string, error: string | null) => {
    if (error !== null) damaged.push(nameRow(table, row, column, error));
  };
  for (const column of jsonColumnsOf(table)) {
    const value = row[column];
    if (value !== undefined && value !== null) note(column, jsonFault(table, { column, value, row }));
  }
  for (const column of textColumnsOf(table)) {
    const value = row[column];
    if (value !== undefined && value !== null) note(column, textFault(table, column, value));
  }
  for (const [column, value] of Object.entries(openedRow(row))) {
    if (isNotFinite(value)) note(column, 'is no finite number');
  }
  return damaged;
}

function jsonFault(table: string, { column, value, row }: ColumnOfRow): string | null {
  if (table === 'products' && column === 'raw' && text(value) && isPackedRaw(value)) {
    return isSoundRaw(value, row) ? null : packedFault;
  }
  const found = parseColumn(table, column, value);
  return 'error' in found ? found.error : null;
}

/** The columns of a table that hold JSON. */
export function jsonColumnsOf(table: string): string[] {
  return Object.keys(shapesOf(table));
}

function shapesOf(table: string): Readonly<Record<string, (value: unknown) => boolean>> {
  return Object.hasOwn(shapes, table) ? shapes[table as keyof Shapes] : {};
}

/** `[]` is the usual list, and is not parsed. */
function parseColumn(table: string, column: string, value: unknown): { value: unknown } | { error: string } {
  const fits = shapesOf(table)[column];
  if (!text(value)) return { error: `holds ${typeof value}, where JSON text belongs` };
  let parsed: unknown;
  try {
    parsed = value === '[]' ? [] : JSON.parse(value);
  } catch {
    // The parser's message repeats the text.
    return { error: 'is not valid JSON' };
  }
  return fits === undefined || fits(parsed) ? { value: parsed } : { error: 'is JSON of another shape' };
}
