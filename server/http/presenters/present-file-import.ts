/** Imports of files as the dashboard shows them: the public import, and what only people who upload want to know. */
import type { CsvLayout } from '../../../csv/layout.ts';
import { formatTimestamp } from '../../clock.ts';
import type { ImportRun, StoredFile } from '../../storage/records.ts';
import { presentImport } from './present-import.ts';

/** The file and the feed of a run. */
interface Surroundings {
  /** The file while it is kept, else null. */
  readonly file: StoredFile | null;
  /** The feed whose run it is, or null. */
  readonly feedId: string | null;
}

/** A run with its file; `origin` makes `links.self` absolute. */
export function presentFileImport(run: ImportRun, { file, feedId }: Surroundings, origin: string) {
  return {
    ...presentImport(run, origin),
    // Rows of a feed are kept in a file only while they are taken in.
    file: file && feedId === null ? presentFile(file) : null,
    feed_id: feedId,
    phase: run.status === 'pending' ? 'waiting' : run.phase,
    layout: run.layout === null ? null : presentLayout(JSON.parse(run.layout) as CsvLayout),
  };
}

/** A file that was handed in. */
export function presentFile({ id, name, bytes, createdAt }: StoredFile) {
  return { id, name, bytes, created_at: formatTimestamp(createdAt) };
}

/** Presents the layout of a file of rows. */
export function presentLayout({ encoding, separator, format, columns, shopUrl, notes, missing }: CsvLayout) {
  return { encoding, separator, format, columns, shop_url: shopUrl, notes, missing };
}
