/**
 * Uploads a file with progress. `fetch` reports no progress of a request body, so this is the one place that uses
 * XMLHttpRequest. It counts bytes, and limits nothing: the service refuses a file that is too large. Nothing is retried.
 * An answer that is no JSON, such as a proxy's page, is a RequestFailure like any other.
 */
// Tests: test/browser/dashboard.test.ts.
import type { FileBody } from '../../../contract/imports.ts';
import { storePath } from './paths.ts';
import { apiBase, csrfHeaders, failureOf, readAnswer, unreachable } from './request.ts';

/** An upload under way. */
export interface Upload {
  /** Rejects with a RequestFailure; after `cancel` its code is `cancelled`. */
  readonly done: Promise<FileBody>;
  cancel(): void;
}

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Starts the upload at once. */
export function uploadFile(
  storeId: string,
  file: File,
  onProgress: (progress: UploadProgress) => void,
): Upload {
  const call = new XMLHttpRequest();
  const answered = new Promise<string>((resolve, reject) => {
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress({ sentBytes: loaded, totalBytes: total }),
    );
    call.addEventListener('load', () => resolve(call.responseText));
    call.addEventListener('error', () => reject(unreachable()));
    call.addEventListener('abort', () =>
      reject(failureOf(0, '{"message":"The upload was cancelled.","code":"cancelled"}')),
    );
    call.open('POST', `${apiBase}${storePath(storeId, '/files')}`);
    for (const [name, value] of Object.entries(csrfHeaders())) call.setRequestHeader(name, value);
    const form = new FormData();
    form.append('file', file);
    call.send(form);
  });
  const done = answered.then((text) => readAnswer<{ file: FileBody }>(call.status, text).file);
  return { done, cancel: () => call.abort() };
}
