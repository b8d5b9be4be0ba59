/**
 * Recognises files that are not CSV by their beginning, and says in the merchant's terms what to do instead. Null for everything that
 * may be CSV: it never refuses a file that might be read. It looks at the first 256 KiB at most.
 */
// Tests: ./detect-layout.test.ts.

/** Something that is no text: what it is, and what to do about it. */
interface BinaryKind {
  readonly name: string;
  readonly advice: string;
}

const saveAsCsv = 'In Excel choose “Save as”, “CSV UTF-8”, and send that file.';
const exportAsCsv = 'Export the products as CSV and send that file.';
const unpack = 'Unpack it and send the CSV file inside.';

const signatures: readonly (BinaryKind & { readonly bytes: readonly number[] })[] = [
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], name: 'an old Excel workbook (.xls)', advice: saveAsCsv },
  { bytes: [0x1f, 0x8b], name: 'a gzip archive', advice: unpack },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], name: 'a zstd archive', advice: unpack },
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    name: 'a PDF',
    advice: exportAsCsv,
  },
  { bytes: [0x89, 0x50, 0x4e, 0x47], name: 'a picture (PNG)', advice: exportAsCsv },
  { bytes: [0xff, 0xd8, 0xff], name: 'a picture (JPEG)', advice: exportAsCsv },
  { bytes: [0x47, 0x49, 0x46, 0x38], name: 'a picture (GIF)', advice: exportAsCsv },
];

const zipSignature = [0x50, 0x4b, 0x03, 0x04];
const workbook: BinaryKind = { name: 'an Excel workbook (.xlsx)', advice: saveAsCsv };
const zipArchive: BinaryKind = { name: 'a zip archive', advice: unpack };
const binary = `This file is not text. ${exportAsCsv}`;
const zeroBytes =
  'This file holds bytes of zero, so it is no text that can be read. Save the products as CSV UTF-8 and send that file.';

/** Says what to do about a file whose bytes are no text; null if they may be text. */
export function binaryMessage(head: Uint8Array): string | null {
  const kind = binaryKind(head);
  return kind === null ? null : `This is ${kind.name}, not a CSV file. ${kind.advice}`;
}

/** `a zip archive`: what a file is whose bytes are no text; null where they may be. */
export function binaryName(head: Uint8Array): string | null {
  return binaryKind(head)?.name ?? null;
}

function binaryKind(head: Uint8Array): BinaryKind | null {
  if (startsWith(head, zipSignature)) return isWorkbook(head) ? workbook : zipArchive;
  return signatures.find(({ bytes }) => startsWith(head, bytes)) ?? null;
}

/** Says what to do about text that holds NUL or many control characters; null if it reads like text. */
export function controlMessage(text: string): string | null {
  const beginning = text.slice(0, 4_096);
  const controls = beginning.match(/[^\P{Cc}\t\n\v\f\r]/gu) ?? [];
  if (controls.length === 0) return null;
  const zeros = controls.filter((control) => control === '\0').length;
  if (zeros > beginning.length / 4) return zeroBytes;
  return controls.length > beginning.length / 10 ? binary : null;
}

/** Another kind of document than CSV, by the beginning of its text; null where it may be CSV. */
export function documentKind(text: string): 'web_page' | 'xml' | 'json' | null {
  const beginning = text.slice(0, 1_000).trimStart();
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(beginning)) return 'web_page';
  if (/^<[?!a-z]/i.test(beginning)) return 'xml';
  return /^(?:\{\s*["}]|\[\s*[[{\]])/.test(beginning) ? 'json' : null;
}

const messageByKind = {
  web_page:
    'This is a web page, not a CSV file; often it is the sign-in page of the shop that was saved instead. Export the products again and send the CSV file.',
  xml: 'This is an XML document, not a CSV file. Register the address of the feed instead, or export the products as CSV.',
  json: 'This is a JSON document, not a CSV file. Send it to the JSON API, or export the products as CSV.',
} as const;

/** Says what to do about text in another language than CSV; null if it may be CSV. */
export function documentMessage(text: string): string | null {
  const kind = documentKind(text);
  return kind === null ? null : messageByKind[kind];
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

/** A zip archive contains the names of its parts as plain text. */
function isWorkbook(head: Uint8Array): boolean {
  const text = new TextDecoder('windows-1252').decode(head.subarray(0, 8_192));
  return text.includes('xl/') || text.includes('[Content_Types].xml');
}
