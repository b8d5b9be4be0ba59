/**
 * Reads the beginnings of documents whose items are too long, several at a time, in a thread with little memory, and reports it. It
 * parses only and writes nothing. Too little memory ends the thread, which is what its test looks for; sizes are bytes.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createDocumentReader } from '../../server/ingest/readers/create-document-reader.ts';

/** Documents with the same beginning, which goes on with pieces, each the same. */
export interface HeldTexts {
  readonly documents: number;
  readonly beginning: string;
  readonly piece: string;
  readonly pieces: number;
}

const { documents, beginning, piece, pieces } = workerData as HeldTexts;
const readers = Array.from({ length: documents }, () =>
  createDocumentReader('google_xml', { nowMs: 0, contentType: null }),
);
for (const reader of readers) reader.read(Buffer.from(beginning));
const bytes = Buffer.from(piece);
for (let count = 0; count < pieces; count += 1) for (const reader of readers) reader.read(bytes);
parentPort?.postMessage(readers.length);
