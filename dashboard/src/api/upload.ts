/**
 * Uploads a file with progress. `fetch` reports no progress of a request body, so this is the one place that uses
 * XMLHttpRequest. The service bounds the size; nothing is retried.
 */
// Tests: test/browser/dashboard.test.ts.
import type { FileBody } from '../../../contract/imports.ts';
import { storePath } from './paths.ts';
import { apiBase, csrfHeaders, failureOf, unreachable } from './request.ts';

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
  const done = new Promise<FileBody>((resolve, reject) => {
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress({ sentBytes: loaded, totalBytes: total }),
    );
    call.addEventListener('load', () => {
      if (call.status !== 200) return reject(failureOf(call.status, call.responseText));
      const { file: stored } = JSON.parse(call.responseText) as { file: FileBody };
      resolve(stored);
    });
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
  return { done, cancel: () => call.abort() };
}
