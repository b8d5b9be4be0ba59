/**
 * Reads the settings that a member chooses for the import of a file. Every wrong one is reported. Pure; it reads no file. At most 500
 * columns and 32 Ki characters of header; addresses have 2,048 characters.
 */
// Tests: test/api/product-imports.test.ts, test/api/file-imports.test.ts.
import type { ImportSettings } from '../../../contract/imports.ts';
import { limits } from '../../../contract/limits.ts';
import { csvEncodings, csvFormatNames, csvSeparators } from '../../../contract/words/csv.ts';
import { standardFields } from '../../../contract/words/product.ts';
import type { Report } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import type { Formats } from '../../operations/read-by-schema.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The readers of the formats that bodies about imports name. */
export const importFormats: Formats = {
  'uploaded-file'(value, { path }, report) {
    if (typeof value === 'string' && isUuid(value)) return value;
    report(path, 'file_id_invalid', '"file_id" takes the id of a file that was uploaded.');
    return undefined;
  },
  /** Rows are as they stand in the file; the pipeline checks them. */
  'rows-to-check'(value, { path }, report) {
    if (Array.isArray(value) && value.length <= limits.rowsChecked) return value;
    report(path, 'rows_invalid', `"rows" takes a list of at most ${limits.rowsChecked} rows.`);
    return [];
  },
  'import-settings': (value, _place, report) => readSettings(value, report),
};

function readSettings(value: unknown, report: Report): ImportSettings {
  if (!isObject(value)) {
    report('/settings', 'settings_invalid', '"settings" takes an object.');
    return {};
  }
  const settings = {
    separator: readChoice(value, 'separator', csvSeparators, report),
    encoding: readChoice(value, 'encoding', csvEncodings, report),
    format: readChoice(value, 'format', csvFormatNames, report),
    fields: readFields(value.fields, report),
    shop_url: readShopUrl(value.shop_url, report),
  };
  const chosen = Object.entries(settings).filter(([, choice]) => choice !== undefined);
  return Object.fromEntries(chosen);
}

function readChoice<Choice extends string>(
  settings: JsonObject,
  name: string,
  choices: readonly Choice[],
  report: Report,
): Choice | undefined {
  const value = settings[name];
  if (value === undefined || value === null) return undefined;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) {
    const takes = choices.map((choice) => JSON.stringify(choice)).join(', ');
    report(`/settings/${name}`, 'settings_invalid', `"${name}" takes ${takes}.`);
  }
  return found;
}

function readFields(value: unknown, report: Report): ImportSettings['fields'] {
  if (value === undefined || value === null) return undefined;
  const known = new Set<unknown>([...standardFields, 'attribute', null]);
  const isRight = isObject(value) && Object.values(value).every((field) => known.has(field));
  const names = isRight ? Object.keys(value) : [];
  const isLong = names.length > limits.csvColumnsMax || names.join('').length > limits.csvHeaderMaxLength;
  if (isRight && !isLong) return value as NonNullable<ImportSettings['fields']>;
  const message =
    '"fields" takes, for each column, the name of a field, "attribute", or null to leave it out.';
  report('/settings/fields', 'settings_invalid', message);
  return undefined;
}

function readShopUrl(value: unknown, report: Report): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const isWeb =
    typeof value === 'string' && value.length <= limits.urlMaxLength && /^https?:\/\/[^/?#\s]+/i.test(value);
  if (isWeb && URL.canParse(value)) return value;
  const message = '"shop_url" takes the address of the shop, such as https://shop.example.com.';
  report('/settings/shop_url', 'settings_invalid', message);
  return undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
