// Tests: test/browser/dashboard.test.ts.
import { isCancelled } from '../../../../contract/cancelled-import.ts';
import type { FileImportBody } from '../../../../contract/imports.ts';
import { StateMark, type Tone } from '../../parts/state-mark.tsx';
import { isUndone } from '../../words/imports.ts';
import { formatShare } from '../../words/numbers.ts';

/** The state of an import in a word or two, with its progress while it runs. Makes no call. */
export function ImportStatus({ run }: { readonly run: FileImportBody }) {
  return <StateMark tone={toneOf(run)}>{wordsOf(run)}</StateMark>;
}

function toneOf(run: FileImportBody): Tone {
  const { status, failed_rows: failed } = run;
  if (isCancelled(run) || isUndone(run)) return 'quiet';
  if (status === 'failed') return 'bad';
  if (status !== 'completed') return 'live';
  return failed > 0 ? 'warn' : 'good';
}

function wordsOf(run: FileImportBody): string {
  if (isUndone(run)) return 'Undone';
  switch (run.status) {
    case 'pending':
      return 'Waiting';
    case 'processing':
      return run.phase === 'importing' && run.total_rows > 0
        ? `Running, ${formatShare(run.processed_rows / run.total_rows)}`
        : 'Running';
    case 'failed':
      return isCancelled(run) ? 'Stopped' : 'Failed';
    case 'completed':
      return run.failed_rows > 0 ? 'Done, some rows need fixing' : 'Done';
  }
}
