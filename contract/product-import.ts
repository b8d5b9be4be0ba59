/** Imports on the wire (§2.3, §3.2; Contract §5). */
import { Type } from 'typebox';
import type { ValueOf } from './operation.ts';
import { importSources, importStatuses } from './words/product-import.ts';

const NullableString = Type.Union([Type.String(), Type.Null()]);

/** One fault of a row. `path` is a JSON pointer into the row; `value` is cut at 200 characters. */
export const RowProblemSchema = Type.Object(
  { path: Type.String(), code: Type.String(), message: Type.String(), value: NullableString },
  { $id: 'RowProblem' },
);
export type RowProblem = ValueOf<typeof RowProblemSchema>;

/** A failed row: its first fault beside it, all of them in `errors` (Contract §5). */
export const FailureSchema = Type.Object(
  {
    row: Type.Integer({ description: '1-based; a header is not counted.' }),
    line: Type.Union([Type.Integer(), Type.Null()]),
    external_id: NullableString,
    path: Type.String(),
    code: Type.String(),
    message: Type.String(),
    value: NullableString,
    errors: Type.Array(Type.Unsafe<RowProblem>(Type.Ref('RowProblem'))),
  },
  { $id: 'Failure' },
);
/** A failed row on the wire. */
export type FailureBody = ValueOf<typeof FailureSchema>;

/** How often a row code occurred, with the first few rows that have it. */
export const IssueSchema = Type.Object(
  { code: Type.String(), count: Type.Integer(), sample_rows: Type.Array(Type.Integer()) },
  { $id: 'Issue' },
);
export type IssueBody = ValueOf<typeof IssueSchema>;

/** Rows that failed or were noted, as an answer shows them. */
export function rowsOf(description: string) {
  return Type.Array(Type.Unsafe<FailureBody>(Type.Ref('Failure')), { description });
}

/** The state and the counts of a run, which imports and runs of feeds have in common. */
export const runFields = {
  status: Type.Enum([...importStatuses]),
  total_rows: Type.Integer(),
  processed_rows: Type.Integer(),
  valid_rows: Type.Integer(),
  failed_rows: Type.Integer(),
  skipped_rows: Type.Integer(),
  created_rows: Type.Integer(),
  updated_rows: Type.Integer(),
  unchanged_rows: Type.Integer(),
  queued_rows: Type.Integer(),
  warning_rows: Type.Integer(),
  failure_count: Type.Integer(),
  failures_dropped: Type.Integer({
    description:
      'Failed rows that are counted, but not listed, since the failed rows of a store have a bound of bytes.',
  }),
  issues: Type.Array(Type.Unsafe<IssueBody>(Type.Ref('Issue'))),
  error: NullableString,
  created_at: Type.String(),
  updated_at: Type.String(),
  links: Type.Object({ self: Type.String() }),
};

/** One import and its counts (§2.3; Contract §5). */
export const ImportSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    source: Type.Enum([...importSources]),
    filename: Type.String(),
    dry_run: Type.Boolean(),
    ...runFields,
    failures: rowsOf('The first 100.'),
    warnings: rowsOf('The first 100 rows that were taken with a note, such as an attribute that was cut.'),
  },
  { $id: 'Import' },
);
/** An import on the wire. */
export type ImportBody = ValueOf<typeof ImportSchema>;

/** What a batch answers (§4.2). */
export const ImportAnswerSchema = Type.Object(
  { message: Type.String(), import: Type.Ref('Import') },
  { $id: 'ImportAnswer' },
);

/** A page of imports, newest first. */
export const ImportListSchema = Type.Object(
  { imports: Type.Array(Type.Ref('Import')), next_cursor: NullableString },
  { $id: 'ImportList' },
);

/** A page of failed rows, in row order. */
export const FailureListSchema = Type.Object(
  { failures: Type.Array(Type.Ref('Failure')), next_cursor: NullableString },
  { $id: 'FailureList' },
);
