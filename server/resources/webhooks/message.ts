/**
 * Writes the body of a message as webhooks get it: the event, its time, and a few facts that help decide whether to look. Pure; it
 * never holds a secret or a merchant's rows. Times are RFC 3339 in UTC. Nothing here can fail: facts that are unknown are null.
 * Messages hold counts, never lists of rows.
 */
// Tests: test/api/webhooks.test.ts.
import type { MessageType } from '../../../contract/words/webhooks.ts';
import { formatTimestamp } from '../../clock.ts';
import type { FeedRunEvent, RunEvent } from '../../ingest/run-event.ts';
import type { ImportRun } from '../../storage/records.ts';

/** JSON text, `{ type, timestamp, data }`. */
export function presentEvent(event: RunEvent, atMicros: number): string {
  const data =
    'feed' in event
      ? { feed: { id: event.feed.id, name: event.feed.name }, run: presentFeedRun(event) }
      : { import: presentRun(event.run) };
  return presentMessage(event.type, atMicros, data);
}

/** Presents a message as {@link presentEvent} does, of any type. */
export function presentMessage(type: MessageType, atMicros: number, data: object): string {
  return JSON.stringify({ type, timestamp: formatTimestamp(atMicros), data });
}

function presentFeedRun({ run, outcome }: FeedRunEvent) {
  return {
    ...presentRun(run),
    trigger: outcome.trigger,
    reading: outcome.reading,
    not_modified: outcome.notModified,
    removed_rows: outcome.removedRows,
    restored_rows: outcome.restoredRows,
    forced: outcome.forced,
    recovered: outcome.recovered,
    error_code: outcome.errorCode,
    finished_at: outcome.finishedAt === null ? null : formatTimestamp(outcome.finishedAt),
  };
}

/** The failed rows themselves are fetched by who wants them: a message stays small. */
function presentRun(run: ImportRun) {
  return {
    id: run.id,
    status: run.status,
    source: run.source,
    filename: run.filename,
    error: run.error,
    total_rows: run.totalRows,
    valid_rows: run.validRows,
    failed_rows: run.failedRows,
    skipped_rows: run.skippedRows,
    created_rows: run.createdRows,
    updated_rows: run.updatedRows,
    unchanged_rows: run.unchangedRows,
    created_at: formatTimestamp(run.createdAt),
    updated_at: formatTimestamp(run.updatedAt),
  };
}
