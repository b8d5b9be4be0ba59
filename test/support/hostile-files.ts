/**
 * Files that a merchant could drop by mistake or in malice: odd headings and cells, other encodings, files that are no table at all.
 * Each has the beginning of the refusal that a person reads, or null for a file that can be imported. At most 3 MB together. Pure.
 */

/** One file. */
export interface HostileFile {
  readonly name: string;
  readonly content: Buffer;
  /** Words of the refusal; null where it can be imported. */
  readonly refusal: string | null;
}

const base = 'external_id,title,price,url';
const row = (id: string) => `${id},Lamp,5,https://shop.example/${id}`;

/** Columns beside the required ones, with their cells in two rows. */
function withColumns(
  headings: readonly string[],
  cells: readonly string[] = headings.map(() => 'x'),
): Buffer {
  const quoted = (texts: readonly string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`);
  const lines = [
    [base, ...quoted(headings)],
    [row('a'), ...quoted(cells)],
    [row('b'), ...quoted(cells)],
  ];
  return Buffer.from(`${lines.map((line) => line.join()).join('\r\n')}\r\n`);
}

const text = `${base}\n${row('a')}\n`;
const binary = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7_919 + (at >> 3)) & 255));

/** Every file. */
export const hostileFiles: readonly HostileFile[] = [
  {
    name: 'names of JavaScript',
    content: withColumns(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']),
    refusal: null,
  },
  { name: 'no names', content: withColumns(['', ' ', '\u200b', '\u00a0']), refusal: null },
  { name: 'a long name', content: withColumns(['h'.repeat(10_000)]), refusal: null },
  { name: 'one name often', content: withColumns(Array<string>(400).fill('color')), refusal: null },
  {
    name: 'hidden characters',
    content: withColumns(
      ['\u202eecirp', 'pri\u200bce', '\u2066x', '\ufefftitle'],
      ['\u202e9', '8\u200b', '\u2069', 'T'],
    ),
    refusal: null,
  },
  {
    name: 'HTML',
    content: withColumns(
      ['<img src=x onerror=alert(1)>', '<script>alert(1)</script>'],
      ['<b onload=alert(1)>', '</td>'],
    ),
    refusal: null,
  },
  {
    name: 'formulas',
    content: withColumns(["=cmd|' /C calc'!A0", '@SUM(1)'], ['=HYPERLINK("x")', '+1']),
    refusal: null,
  },
  { name: 'NUL', content: withColumns(['a\u0000b', 'plain'], ['x\u0000', '\u0001']), refusal: null },
  {
    name: 'half a pair',
    content: Buffer.from(`\ufeff${base},note\n${row('a')},\ud800\n${row('b')},x\n`, 'utf16le'),
    refusal: null,
  },
  { name: 'UTF-16', content: Buffer.from(`\ufeff${text}`, 'utf16le'), refusal: null },
  { name: 'UTF-16 without its mark', content: Buffer.from(text, 'utf16le').swap16(), refusal: null },
  { name: 'a long cell', content: withColumns(['note'], ['n'.repeat(400_000)]), refusal: null },
  {
    name: '5,000 columns',
    content: withColumns(Array.from({ length: 5_000 }, (_, at) => `c${at}`)),
    refusal: 'at most 500 can be read',
  },
  { name: 'a single line', content: Buffer.from(base), refusal: 'no products below it' },
  { name: 'a single row', content: Buffer.from(row('a')), refusal: 'has no column' },
  {
    name: 'one endless line',
    content: Buffer.from('x'.repeat(1_500_000)),
    refusal: 'The first row does not end',
  },
  {
    name: 'a PNG',
    content: Buffer.concat([Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), binary]),
    refusal: 'a picture (PNG)',
  },
  { name: 'random bytes', content: binary, refusal: 'not text' },
  { name: 'zeros', content: Buffer.alloc(50_000), refusal: 'bytes of zero' },
  { name: 'nothing', content: Buffer.alloc(0), refusal: 'The file is empty' },
];
