/** What merchants' endpoints are told of: the end of a run. */
import type { ImportRun } from '../storage/records.ts';

/** The end of an import of a file. */
export interface ImportEvent {
  readonly type: 'import.completed' | 'import.failed';
  readonly run: ImportRun;
}

/** An end that is told of. */
export type RunEvent = ImportEvent;
