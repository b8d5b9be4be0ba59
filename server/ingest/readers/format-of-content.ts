/** What a file is, by its beginning; its name says nothing. */
import type { FeedFormat } from '../../../contract/words/feeds.ts';
import { createTextReader, markedEncoding } from '../../../csv/encoding.ts';
import { documentKind } from '../../../csv/file-kind.ts';

/** Bytes that are looked at (chosen: blanks and comments before the first bracket are short). */
const lookedAtBytes = 4_096;

/** CSV where it is neither XML nor JSON: then the CSV reader says what it is instead. */
export function formatOfContent(head: Uint8Array): FeedFormat {
  const reader = createTextReader(markedEncoding(head) ?? 'windows-1252');
  const kind = documentKind(reader.read(head.subarray(0, lookedAtBytes)));
  if (kind === 'xml') return 'google_xml';
  return kind === 'json' ? 'json' : 'csv';
}
