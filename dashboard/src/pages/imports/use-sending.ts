/**
 * Uploads a file and begins its import, as a state that a page shows. A failure of either is the state `failed`;
 * nothing is retried.
 */
// Tests: test/browser/dashboard.test.ts.
import { useEffect, useRef, useState } from 'react';
import type { CsvSettings } from '../../../../csv/layout.ts';
import { call, useReadAgain } from '../../api/call.ts';
import { toNewImport } from '../../api/imports.ts';
import { type Upload, uploadFile } from '../../api/upload.ts';
import { nowMs } from '../../words/clock.ts';

export type Sending =
  | { readonly state: 'idle' }
  | {
      readonly state: 'sending';
      readonly sentBytes: number;
      readonly totalBytes: number;
      /** Null during the first second. */
      readonly bytesPerSecond: number | null;
    }
  | { readonly state: 'done'; readonly importId: string; readonly isDryRun: boolean }
  | { readonly state: 'failed'; readonly error: unknown };

export interface SendInput {
  readonly file: File;
  readonly settings: CsvSettings;
  readonly isDryRun: boolean;
}

/** Leaving the page stops the upload; the page asks before it lets a person leave. */
export function useSending(storeId: string) {
  const [sending, setSending] = useState<Sending>({ state: 'idle' });
  const upload = useRef<Upload | null>(null);
  const readAgain = useReadAgain(storeId);
  useEffect(() => () => upload.current?.cancel(), []);

  async function run({ file, settings, isDryRun }: SendInput): Promise<void> {
    const startedMs = nowMs();
    setSending({ state: 'sending', sentBytes: 0, totalBytes: file.size, bytesPerSecond: null });
    try {
      upload.current = uploadFile(storeId, file, ({ sentBytes, totalBytes }) => {
        const seconds = (nowMs() - startedMs) / 1000;
        const bytesPerSecond = seconds < 1 ? null : sentBytes / seconds;
        setSending({ state: 'sending', sentBytes, totalBytes, bytesPerSecond });
      });
      const { id } = await upload.current.done;
      const input = toNewImport({ fileId: id, isDryRun, settings });
      const { import: begun } = await call(storeId, 'POST /product-imports/files', input);
      await readAgain();
      setSending({ state: 'done', importId: begun.id, isDryRun });
    } catch (error) {
      setSending({ state: 'failed', error });
    } finally {
      upload.current = null;
    }
  }

  return {
    sending,
    send: (input: SendInput) => void run(input),
    cancel: () => upload.current?.cancel(),
  };
}
