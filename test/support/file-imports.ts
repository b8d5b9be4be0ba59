/**
 * Hands in files as the dashboard does, and follows their imports to the end (20 s at most, else the test fails). Content goes as it
 * is, never checked here; an upload that is refused fails the test.
 */
import assert from 'node:assert/strict';
import type { FileImportBody } from '../../contract/imports.ts';
import type { Visitor } from './dashboard-visitor.ts';
import { waitUntil } from './wait-until.ts';

/** The options of an upload besides its content. */
export interface UploadOptions {
  readonly name?: string;
  readonly dryRun?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Uploads a file in a multipart body; gives its id. */
export async function uploadFile(
  visitor: Visitor,
  storeId: string,
  content: string | Uint8Array,
  name = 'products.csv',
): Promise<string> {
  const { body, type } = multipart(content, name);
  const headers = { 'content-type': type };
  const answer = await visitor.call('POST', `/stores/${storeId}/files`, body, headers);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ file: { id: string } }>().file.id;
}

/** A multipart body with one part `file` (RFC 7578). */
export function multipart(content: string | Uint8Array, name: string): { body: Uint8Array; type: string } {
  const boundary = 'a-boundary-that-no-file-holds';
  const disposition = `content-disposition: form-data; name="file"; filename="${name}"`;
  const head = `--${boundary}\r\n${disposition}\r\ncontent-type: text/csv\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

/** Asks for the import of a file that was uploaded. */
export async function requestFileImport(
  visitor: Visitor,
  storeId: string,
  fileId: string,
  { dryRun = false, settings = {} }: UploadOptions = {},
): Promise<FileImportBody> {
  const body = { file_id: fileId, dry_run: dryRun, settings };
  const answer = await visitor.call('POST', `/stores/${storeId}/product-imports/files`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ import: FileImportBody }>().import;
}

/** The import as it is now. */
export async function showFileImport(visitor: Visitor, storeId: string, id: string): Promise<FileImportBody> {
  const answer = await visitor.call('GET', `/stores/${storeId}/product-imports/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ import: FileImportBody }>().import;
}

/** Waits until the import is over, completed or failed. */
export async function endOfImport(
  visitor: Visitor,
  storeId: string,
  id: string,
  limitMs = 20_000,
): Promise<FileImportBody> {
  let run = await showFileImport(visitor, storeId, id);
  const isOver = async () => {
    run = await showFileImport(visitor, storeId, id);
    return run.status === 'completed' || run.status === 'failed';
  };
  await waitUntil(`the end of import ${id}`, isOver, limitMs);
  return run;
}

/** Upload, import, end. */
export async function importCsv(
  visitor: Visitor,
  storeId: string,
  content: string | Uint8Array,
  options: UploadOptions = {},
): Promise<FileImportBody> {
  const fileId = await uploadFile(visitor, storeId, content, options.name);
  const { id } = await requestFileImport(visitor, storeId, fileId, options);
  return await endOfImport(visitor, storeId, id);
}
