/**
 * Declares the calls of imports and their shapes on the wire (§2.3, §3.2; Contract §5). Rows are checked by the
 * pipeline, not by these schemas: a faulty row is in the answer’s failures, never a 422. A batch has at most 10,000
 * rows, a file 2 GiB. Times are ISO 8601 in UTC.
 */
// Tests: test/api/product-imports.test.ts, test/api/file-imports.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { ProductInputSchema } from './products.ts';
import { FailuresQuerySchema, PageQuerySchema } from './queries.ts';
import {
  type CsvEncoding,
  type CsvField,
  type CsvFormatName,
  type CsvSeparator,
  csvEncodings,
  csvFormatNames,
  csvSeparators,
} from './words/csv.ts';
import { standardFields } from './words/product.ts';
import { importModes, importPhases, importSources, importStatuses } from './words/product-import.ts';

const NullableString = orNull(Type.String());

/** One fault of a row. `path` is a JSON pointer into the row; `value` is cut at 200 characters. */
const RowProblemSchema = Type.Object(
  { path: Type.String(), code: Type.String(), message: Type.String(), value: NullableString },
  { $id: 'RowProblem' },
);
export type RowProblem = ValueOf<typeof RowProblemSchema>;

/** A failed row: its first fault beside it, all of them in `errors` (Contract §5). */
const FailureSchema = Type.Object(
  {
    row: Type.Integer({ description: '1-based; a header is not counted.' }),
    line: Type.Union([Type.Integer(), Type.Null()]),
    external_id: NullableString,
    path: Type.String(),
    code: Type.String(),
    message: Type.String(),
    value: NullableString,
    errors: Type.Array(RowProblemSchema),
  },
  { $id: 'Failure' },
);
/** A failed row on the wire. */
export type FailureBody = ValueOf<typeof FailureSchema>;

/** The number of rows with one code, and the first few of them. */
export const IssueSchema = Type.Object(
  { code: Type.String(), count: Type.Integer(), sample_rows: Type.Array(Type.Integer()) },
  { $id: 'Issue' },
);
export type IssueBody = ValueOf<typeof IssueSchema>;

/** Rows that failed or were noted, as an answer shows them. */
export function rowsOf(description: string) {
  return Type.Array(FailureSchema, { description });
}

/** What undoing a run did, or would do. */
const undoCounts = {
  restored: Type.Integer({ description: 'Products that are what they were before the run.' }),
  removed: Type.Integer({ description: 'Products that the run created, erased.' }),
  changed_since: Type.Integer({ description: 'Products that something else has changed since; they stay.' }),
};
const UndoSchema = Type.Object(undoCounts, { $id: 'Undo' });
/** Products of an undo by what became of them, on the wire. */
export type UndoBody = ValueOf<typeof UndoSchema>;

/** The undo of a run, as the run shows it. */
const RunUndoSchema = Type.Object(
  {
    ...undoCounts,
    by: Type.String({ description: 'The name of the person or key that asked for it.' }),
    undone_at: orNull(Type.String(), {
      description:
        'Null while it is under way, or if it was broken off: call it again, and the rest is undone.',
    }),
  },
  { $id: 'RunUndo' },
);

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
  issues: Type.Array(IssueSchema),
  error: NullableString,
  undo: orNull(RunUndoSchema, { description: 'Null unless the run was undone.' }),
  undo_until: orNull(Type.String(), {
    description:
      'Until when the run can be undone; null while it is under way, and where it cannot be or was undone.',
  }),
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

/** The answer to a batch (§4.2). */
const ImportAnswerSchema = Type.Object(
  { message: Type.String(), import: ImportSchema },
  { $id: 'ImportAnswer' },
);

/** A page of imports, newest first. */
const ImportListSchema = Type.Object(
  { imports: Type.Array(ImportSchema), next_cursor: NullableString },
  { $id: 'ImportList' },
);

/** A page of failed rows, in row order. */
export const FailureListSchema = Type.Object(
  { failures: Type.Array(FailureSchema), next_cursor: NullableString },
  { $id: 'FailureList' },
);

const FileSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  bytes: Type.Integer(),
  created_at: Type.String(),
});
/** A file that was uploaded, on the wire. */
export type FileBody = ValueOf<typeof FileSchema>;

/** The layout by which a file is read. */
const LayoutSchema = Type.Object({
  encoding: Type.Enum([...csvEncodings]),
  separator: Type.Enum([...csvSeparators]),
  format: Type.Enum([...csvFormatNames]),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      field: orNull(Type.Enum([...standardFields, 'attribute'])),
      sample: Type.Optional(
        Type.Array(Type.String(), { description: 'The first few different values, cut.' }),
      ),
      guess: Type.Optional(
        Type.Object(
          {
            field: Type.Enum([...standardFields]),
            by: Type.Enum(['name', 'values', 'name_and_values']),
          },
          { description: 'What the column may be, where its name does not map without help.' },
        ),
      ),
    }),
    { description: 'In the order of the file.' },
  ),
  shop_url: NullableString,
  notes: Type.Array(Type.String()),
  missing: Type.Array(Type.String(), { description: 'Required fields that no column supplies.' }),
});
/** The layout by which a file is read, on the wire. */
export type LayoutBody = ValueOf<typeof LayoutSchema>;

/** An import as members see it: the public one, and what only people who upload want to know. */
const FileImportSchema = Type.Object({
  ...ImportSchema.properties,
  file: orNull(FileSchema, { description: 'While it is kept.' }),
  phase: orNull(Type.Enum([...importPhases])),
  feed_id: orNull(Type.String(), { description: 'Of the feed whose run it is.' }),
  layout: orNull(LayoutSchema),
});
/** An import of a file on the wire. */
export type FileImportBody = ValueOf<typeof FileImportSchema>;
const FileImportAnswerSchema = Type.Object({ message: Type.String(), import: FileImportSchema });

/** The caller's choices for the reading of a file; what is absent is detected. */
export interface ImportSettings {
  readonly separator?: CsvSeparator;
  readonly encoding?: CsvEncoding;
  readonly format?: CsvFormatName;
  /** The field that each column supplies, by the column’s name. */
  readonly fields?: Readonly<Record<string, CsvField>>;
  readonly shop_url?: string;
}

const read = { tag: 'Imports', key: 'secret', role: 'viewer', thread: 'reader' } as const;
const write = { tag: 'Imports', role: 'editor', thread: 'pipeline' } as const;

/** Every call about imports and the files that they read, but for uploads. */
export const importOperations = {
  importProducts: {
    route: 'POST /product-imports',
    summary: 'Create or update products from JSON',
    description:
      'One product object, or `{ "products": [...] }` with at most 10,000 and no other field. Bad rows are counted, good ones stored. ' +
      'With `Content-Type: application/x-ndjson` the body has one product a line and any length up to 2 GiB: it is stored as it arrives, and answered 202 with an import to poll. ' +
      'With `mode=partial` each row changes only the fields that it names, as PATCH does; a product that the store does not have is a failed row.',
    tag: 'Imports',
    key: 'secret',
    query: Type.Object({
      dry_run: withDefault(Type.Boolean(), false),
      mode: withDefault(
        Type.Enum([...importModes], {
          advice:
            'Uploads never take products out of stock; a product feed is the complete catalog, and does that.',
        }),
        'upsert',
      ),
    }),
    takesIdempotencyKey: true,
    takesLines: true,
    body: Type.Union([
      Type.Object(
        { products: Type.Array(ProductInputSchema, { maxItems: limits.productsPerBatch }) },
        { additionalProperties: false },
      ),
      ProductInputSchema,
    ]),
    isBodyRaw: true,
    maxBytes: limits.bodyMaxBytes,
    answer: ImportAnswerSchema,
    errors: [409],
    thread: 'pipeline',
    follows: true,
  },
  listImports: {
    route: 'GET /product-imports',
    summary: 'List imports, newest first',
    query: PageQuerySchema,
    answer: ImportListSchema,
    memberAnswer: Type.Object({ imports: Type.Array(FileImportSchema), next_cursor: NullableString }),
    ...read,
  },
  showImport: {
    route: 'GET /product-imports/:import_id',
    summary: 'Status of an import',
    answer: ImportSchema,
    memberAnswer: Type.Object({ import: FileImportSchema }),
    ...read,
  },
  listImportFailures: {
    route: 'GET /product-imports/:import_id/failures',
    summary: 'The failed rows of an import',
    query: FailuresQuerySchema,
    answer: FailureListSchema,
    ...read,
  },
  importFile: {
    route: 'POST /product-imports/files',
    summary: 'Import a file that was uploaded',
    body: Type.Object({
      file_id: Type.String({ format: 'uploaded-file' }),
      dry_run: withDefault(Type.Boolean(), false),
      settings: withDefault(Type.Unsafe<ImportSettings>(Type.Object({}, { format: 'import-settings' })), {}),
    }),
    maxBytes: limits.formBodyMaxBytes,
    answer: FileImportAnswerSchema,
    ...write,
  },
  checkRows: {
    route: 'POST /product-imports/check',
    summary: 'Check the first rows of a file as an import would, without writing',
    body: Type.Object({
      rows: Type.Unsafe<readonly unknown[]>(Type.Object({}, { format: 'rows-to-check' })),
    }),
    maxBytes: limits.formBodyMaxBytes,
    answer: Type.Object({
      failures: rowsOf('The rows that would fail, numbered from 1.'),
      warnings: rowsOf('The rows that would be taken with a note.'),
    }),
    ...{ tag: 'Imports', role: 'editor', thread: 'reader' },
  },
  cancelImport: {
    route: 'POST /product-imports/:import_id/cancel',
    summary: 'Cancel an import of a file; what it wrote stays',
    answer: FileImportAnswerSchema,
    ...write,
  },
  undoImport: {
    route: 'POST /product-imports/:import_id/undo',
    summary: 'Undo an import or a run of a feed',
    description: `Within ${limits.undoDays} days after its end. Each product is then what it was before the run, and products that the run created are erased; products that something else has changed since stay as they are. With \`dry_run=true\` the answer has the same numbers, and nothing is written. A second call does nothing more. A run of a feed has the id of its import.`,
    query: Type.Object({ dry_run: withDefault(Type.Boolean(), false) }),
    answer: Type.Object({ message: Type.String(), undo: UndoSchema }, { $id: 'UndoAnswer' }),
    errors: [409],
    key: 'secret',
    follows: true,
    ...write,
  },
  showFile: {
    route: 'GET /files/:file_id',
    summary: 'A file that was uploaded, and how it would be read',
    answer: Type.Object({ file: FileSchema, layout: orNull(LayoutSchema), error: NullableString }),
    tag: 'Imports',
    role: 'viewer',
    thread: 'reader',
  },
} as const satisfies Operations;
