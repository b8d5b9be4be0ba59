/**
 * The interface of document readers: rows as they become complete, and a proof that the document was whole. Readers are pure and hold
 * a bounded part of a document at any time. They read no clock and no network. A faulty row is passed on with its fault and its id; a
 * fault of the document is a `DocumentError`, and nothing of the document may be used then. An item has at most 1,048,576 characters.
 */
// Tests: ./hostile-xml.live.test.ts, server/feeds/row-spool.test.ts.
import { productTooLong, type RawRow } from '../prepare-rows.ts';

/** A row of a document. */
export interface DocumentRow extends RawRow {
  /**
   * The id as the catalog would read it, even if the row fails for another reason: the product is in the document (Contract §6).
   * Null if no id can be read. The string may keep a large text in memory: copy it to keep it long.
   */
  readonly id: string | null;
  /** Whether the row was not read to its end and its id was not found: it may hold any product. */
  readonly isUnidentified?: boolean;
}

/** A document being read from its first byte. Bytes may be cut anywhere: the rows are the same. */
export interface DocumentReader {
  /** The rows that are complete with these bytes. Throws a {@link DocumentError}, and is of no use thereafter. */
  read(chunk: Uint8Array): readonly DocumentRow[];
  /** The rows that were still open. Throws a {@link DocumentError} unless the document came to its end and held a row. */
  end(): readonly DocumentRow[];
  /**
   * Whether the document itself shows, after its end, that nothing is missing, by a closing tag or bracket. Lines of CSV or
   * JSON show nothing of the kind: then the caller must know that the bytes are complete.
   */
  readonly provesEnd: boolean;
  /** Whether a price depends on the day on which the document is read; known after the end. */
  readonly isTimeBound: boolean;
}

/** The facts that a reader is given besides the bytes. */
export interface DocumentFacts {
  /** The time of reading, for sales that hold on certain days: the same for every reading of one document. */
  readonly nowMs: number;
  /** The `Content-Type` under which the document came; null where there was none. */
  readonly contentType: string | null;
}

/** The faults of a document as a whole. */
export type DocumentFault =
  /** Nothing in it, or no product. */
  | 'document_empty'
  /** Another kind of document than was asked for. */
  | 'document_type'
  | 'document_dtd'
  | 'document_encoding'
  | 'document_malformed'
  | 'document_too_deep'
  /** A part of it is longer than can be held. */
  | 'document_too_large'
  | 'document_truncated';

/** A document that cannot be read: nothing of it may be used. */
export class DocumentError extends Error {
  readonly code: DocumentFault;
  /** 1-based; null where the place is not known. */
  readonly line: number | null;

  constructor(code: DocumentFault, message: string, line: number | null = null) {
    super(message);
    this.name = 'DocumentError';
    this.code = code;
    this.line = line;
  }
}

/** The advice for a row that was not read to its end and whose id is unknown. */
export const unidentifiedAdvice =
  'Its id could not be found, so that runs take nothing out of stock while it is in the feed.';

/** Returns the fault of an item that is not held, since no product is so large. */
export function tooLarge(id: string | null): Pick<DocumentRow, 'id' | 'fault' | 'isUnidentified'> {
  if (id !== null) return { id, fault: productTooLong };
  const message = `${productTooLong.message} ${unidentifiedAdvice}`;
  return { id, fault: { ...productTooLong, message }, isUnidentified: true };
}
