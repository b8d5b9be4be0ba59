/** Imports and their failures as the API shows them (§2.3; Contract §5). */
import type { ImportBody } from '../../../contract/product-import.ts';
import { presentRow, presentRun } from '../../operations/present-run.ts';
import type { ImportRun } from '../../storage/records.ts';

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
