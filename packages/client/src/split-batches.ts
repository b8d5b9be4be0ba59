/**
 * Splits products into bodies of batches, and turns them into JSON lines. Products are read one by one, so a catalog need not fit into
 * memory. A product that alone is larger than a body goes alone, and the service refuses it. Sizes are bytes of UTF-8.
 */
// Tests: ./split-batches.test.ts.

/** Products in any number, from an array, a generator, a stream or a cursor. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** A body of products. */
export interface Batch {
  readonly body: string;
  readonly count: number;
}

const [head, foot] = ['{"products":[', ']}'];
/** Chosen: few pieces, and little waits in memory. */
const pieceMinLength = 65_536;

const encoder = new TextEncoder();

/** What has no JSON, such as `undefined`, is a faulty row for the service to name. */
function toJson(row: unknown): string {
  return JSON.stringify(row) ?? 'null';
}

/** Returns the bodies in the order of the products, each as large as both limits allow. */
export async function* splitBatches(
  rows: Rows<unknown>,
  countMax: number,
  bytesMax: number,
): AsyncGenerator<Batch> {
  let texts: string[] = [];
  let bytes = 0;
  const close = (): Batch => ({ body: head + texts.join(',') + foot, count: texts.length });
  for await (const row of rows) {
    const text = toJson(row);
    // With the comma before it.
    const size = encoder.encode(text).length + 1;
    if (
      texts.length === countMax ||
      (texts.length > 0 && bytes + size > bytesMax - head.length - foot.length + 1)
    ) {
      yield close();
      texts = [];
      bytes = 0;
    }
    texts.push(text);
    bytes += size;
  }
  if (texts.length > 0) yield close();
}

/** One product a line, in pieces of a good size. Ends the rows where the reader stops. */
export function toLines(rows: Rows<unknown>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = linePieces(rows);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

async function* linePieces(rows: Rows<unknown>): AsyncGenerator<string, undefined> {
  let piece = '';
  for await (const row of rows) {
    piece += `${toJson(row)}\n`;
    if (piece.length < pieceMinLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Whether the rows can be read a second time from the beginning, as those of an array; those of a generator cannot. */
export function isRereadable(rows: Rows<unknown>): boolean {
  return Symbol.iterator in rows && !Object.is(rows[Symbol.iterator](), rows);
}
