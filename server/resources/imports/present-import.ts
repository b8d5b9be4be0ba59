/**
 * Turns imports and their failures into the API's JSON (§2.3; Contract §5). Pure; inputs are trusted. An import shows its first 100
 * failures; times are RFC 3339 in UTC. It never reads a file.
 */
// Tests: test/api/product-imports.test.ts, test/api/file-imports.test.ts.
import type { FileBody, FileImportBody, ImportBody, LayoutBody } from '../../../contract/imports.ts';
import type { CsvLayout } from '../../../csv/layout.ts';
import { formatTimestamp } from '../../clock.ts';
import { presentRow, presentRun } from '../../operations/present-run.ts';
import type { ImportRun, StoredFile } from '../../storage/records.ts';

/** `origin` makes `links.self` absolute. */
export function presentImport(run: ImportRun, origin: string): ImportBody {
  return {
    id: run.id,
    source: run.source,
    filename: run.filename,
    dry_run: run.dryRun,
    ...presentRun(run, `${origin}/api/v1/product-imports/${run.id}`),
    failures: run.failures.map(presentRow),
    warnings: run.warnings.map(presentRow),
  };
}

/** The file and the feed of a run. */
interface Surroundings {
  /** The file while it is kept, else null. */
  readonly file: StoredFile | null;
  /** The feed whose run it is, or null. */
  readonly feedId: string | null;
}

/** A run with its file, as members see it; `origin` makes `links.self` absolute. */
export function presentFileImport(
  run: ImportRun,
  { file, feedId }: Surroundings,
  origin: string,
): FileImportBody {
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
export function presentFile({ id, name, bytes, createdAt }: StoredFile): FileBody {
  return { id, name, bytes, created_at: formatTimestamp(createdAt) };
}

/** Presents the layout of a file of rows. */
export function presentLayout(layout: CsvLayout): LayoutBody {
  const { encoding, separator, format, columns, shopUrl, notes, missing } = layout;
  return { encoding, separator, format, columns, shop_url: shopUrl, notes, missing };
}
