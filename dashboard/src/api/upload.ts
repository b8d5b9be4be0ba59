/** Sends a file with progress. `fetch` tells nothing of what was sent, so this is the one place with XMLHttpRequest. */
import type { StoredFile } from './answers.ts';
import { storePath } from './paths.ts';
import { apiBase, csrfHeaders, failureOf, unreachable } from './request.ts';

export interface Upload {
  /** Rejects with a RequestFailure; one with the code `cancelled` after `cancel`. */
  readonly done: Promise<StoredFile>;
  cancel(): void;
}

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Begins at once. */
export function uploadFile(
  storeId: string,
  file: File,
  onProgress: (progress: UploadProgress) => void,
): Upload {
  const call = new XMLHttpRequest();
  const done = new Promise<StoredFile>((resolve, reject) => {
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress({ sentBytes: loaded, totalBytes: total }),
    );
    call.addEventListener('load', () => {
      if (call.status !== 200) return reject(failureOf(call.status, call.responseText));
      const { file: stored } = JSON.parse(call.responseText) as { file: StoredFile };
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
