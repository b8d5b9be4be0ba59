/**
 * Reads the request to import a file: `{ file_id, dry_run?, settings? }`. It collects every fault before it throws
 * `validation_failed`; whether the file exists is decided elsewhere.
 */
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { standardFields } from '../../../contract/words/product.ts';
import { type CsvSettings, csvEncodings, csvFormatNames, csvSeparators } from '../../../csv/layout.ts';
import { Faults } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import type { FileImportRequest } from '../../ingest/files/request-import.ts';
import { parseJsonObject } from '../../ingest/json-body.ts';
import { bodyBytes } from '../body.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Throws `malformed_json` or `validation_failed` with every fault. */
export function readImportRequest(request: FastifyRequest): Omit<FileImportRequest, 'storeId'> {
  const faults = new Faults();
  const body = parseJsonObject(bodyBytes(request));
  const { file_id: fileId, dry_run: dryRun = false, settings = {} } = body;
  if (typeof fileId !== 'string' || !isUuid(fileId)) {
    faults.report('/file_id', 'file_id_invalid', '"file_id" takes the id of a file that was uploaded.');
  }
  if (typeof dryRun !== 'boolean') {
    faults.report('/dry_run', 'dry_run_invalid', '"dry_run" takes true or false.');
  }
  const chosen = readSettings(settings, faults);
  faults.refuse();
  return { fileId: String(fileId), dryRun: dryRun === true, settings: chosen };
}

function readSettings(value: unknown, faults: Faults): CsvSettings {
  if (!isObject(value)) {
    faults.report('/settings', 'settings_invalid', '"settings" takes an object.');
    return {};
  }
  const shopUrl = readShopUrl(value.shop_url, faults);
  return {
    separator: readChoice(value, 'separator', csvSeparators, faults),
    encoding: readChoice(value, 'encoding', csvEncodings, faults),
    format: readChoice(value, 'format', csvFormatNames, faults),
    fields: readFields(value.fields, faults),
    shopUrl,
  };
}

function readChoice<Choice extends string>(
  settings: JsonObject,
  name: string,
  choices: readonly Choice[],
  faults: Faults,
): Choice | undefined {
  const value = settings[name];
  if (value === undefined || value === null) return undefined;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) {
    const takes = choices.map((choice) => JSON.stringify(choice)).join(', ');
    faults.report(`/settings/${name}`, 'settings_invalid', `"${name}" takes ${takes}.`);
  }
  return found;
}

function readFields(value: unknown, faults: Faults): CsvSettings['fields'] {
  if (value === undefined || value === null) return undefined;
  const known = new Set<unknown>([...standardFields, 'attribute', null]);
  const isRight = isObject(value) && Object.values(value).every((field) => known.has(field));
  const names = isRight ? Object.keys(value) : [];
  const isLong = names.length > limits.csvColumnsMax || names.join('').length > limits.csvHeaderMaxLength;
  if (isRight && !isLong) return value as NonNullable<CsvSettings['fields']>;
  const message =
    '"fields" takes, for each column, the name of a field, "attribute", or null to leave it out.';
  faults.report('/settings/fields', 'settings_invalid', message);
  return undefined;
}

function readShopUrl(value: unknown, faults: Faults): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const isWeb =
    typeof value === 'string' && value.length <= limits.urlMaxLength && /^https?:\/\/[^/?#\s]+/i.test(value);
  if (isWeb && URL.canParse(value)) return value;
  const message = '"shop_url" takes the address of the shop, such as https://shop.example.com.';
  faults.report('/settings/shop_url', 'settings_invalid', message);
  return undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
