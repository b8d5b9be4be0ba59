/**
 * Sends products in any number: in batches, each of which is answered when its products can be searched, or as JSON lines in one request.
 * Faulty products are counted and listed by the service, never thrown. A batch that is refused, or an import that cannot be looked at,
 * rejects; what was sent before stays.
 */
// Tests: test/api/client-package.test.ts.
import type { AnswerTo } from './call.ts';
import type { Calls } from './calls.ts';
import type { AnyCall, AnyInput } from './create-call.ts';
import { type Pause, pause } from './send-request.ts';
import { isRereadable, type Rows, splitBatches, toLines } from './split-batches.ts';

/** Put here by the build, from the limits of the service (`bin/pack-clients.ts`). */
declare const BODY_MAX_BYTES: number;

/** Products of a batch: as many as the service writes in one transaction. */
const batchDefaultCount = 1_000;
/** The pauses between two looks at an import. Chosen. */
const [lookFirstMs, lookMaxMs] = [200, 5_000];

/** A product as it is sent. Keys that are no fields of a product become attributes. */
export type ProductInput = Calls['PUT /products/:external_id']['body'];
/** An import: its state, its counts and its first failed rows. */
export type Import = AnswerTo<'GET /product-imports/:import_id'>;
/** The answer to a batch. */
export type BatchAnswer = AnswerTo<'POST /product-imports'>;

/** How products are sent. */
export interface SendOptions {
  /** `partial` changes only the fields that a product names; absent: `upsert`, which replaces products. */
  readonly mode?: 'upsert' | 'partial';
  /** Checks the products and writes nothing. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** How products are sent in batches. */
export interface BatchOptions extends SendOptions {
  /** Products of a batch, 10,000 at most; absent: 1,000. */
  readonly batchSize?: number;
  /** Hears of each batch when it is stored. */
  readonly onBatch?: (answer: BatchAnswer) => void;
}

/** How the end of an import is waited for. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Hears of each look at the import. */
  readonly onProgress?: (run: Import) => void;
}

const counted = [
  ...(['total_rows', 'valid_rows', 'failed_rows', 'skipped_rows'] as const),
  ...(['created_rows', 'updated_rows', 'unchanged_rows'] as const),
];

/** The counts of all batches together. */
export interface Sent extends Readonly<Record<(typeof counted)[number], number>> {
  /** The first 100 failed rows of each batch; `row` counts all products that were sent, from 1. */
  readonly failures: Import['failures'];
}

/** The part of a client that sends products. */
export interface ProductSending {
  /** Sends products in batches, each of which can be searched once it is answered. */
  sendProducts(products: Rows<ProductInput>, options?: BatchOptions): Promise<Sent>;
  /**
   * Streams products as JSON lines in one request of any length, and waits for the end of their import: look at its `status`. For
   * servers, since few browsers stream. Products of an array are sent again after a failure, those of a generator are not.
   */
  uploadProducts(products: Rows<ProductInput>, options?: SendOptions & WaitOptions): Promise<Import>;
  /** Looks at an import until it has completed or failed. */
  waitForImport(id: string, options?: WaitOptions): Promise<Import>;
}

/** Creates that part of a client. */
export function createProductSending(call: AnyCall, wait: Pause = pause): ProductSending {
  const post = async (input: AnyInput, { mode = 'upsert', dryRun = false, signal }: SendOptions) =>
    (await call('POST /product-imports', {
      ...input,
      query: { mode, dry_run: dryRun },
      ...(signal && { signal }),
    })) as BatchAnswer;

  const sending: ProductSending = {
    async sendProducts(products, options = {}) {
      const { batchSize = batchDefaultCount, onBatch } = options;
      const counts = Object.fromEntries(counted.map((name) => [name, 0])) as Record<
        (typeof counted)[number],
        number
      >;
      const failures: Import['failures'][number][] = [];
      let before = 0;
      for await (const { body, count } of splitBatches(products, batchSize, BODY_MAX_BYTES)) {
        const answer = await post({ body }, options);
        for (const name of counted) counts[name] += answer.import[name];
        for (const failure of answer.import.failures)
          failures.push({ ...failure, row: before + failure.row });
        before += count;
        onBatch?.(answer);
      }
      return { ...counts, failures };
    },
    async uploadProducts(products, options = {}) {
      const isRepeatable = isRereadable(products);
      const input = { lines: () => toLines(products), timeoutMs: 0, ...(!isRepeatable && { attempts: 1 }) };
      const { import: run } = await post(input, options);
      return sending.waitForImport(run.id, options);
    },
    async waitForImport(id, { signal, onProgress } = {}) {
      for (let ms = lookFirstMs; ; ms = Math.min(ms * 1.5, lookMaxMs)) {
        const input = { params: { import_id: id }, ...(signal && { signal }) };
        const run = (await call('GET /product-imports/:import_id', input)) as Import;
        onProgress?.(run);
        if (/^(completed|failed)$/.test(run.status)) return run;
        await wait(ms, signal);
      }
    },
  };
  return sending;
}
