/**
 * Reads the start tags of a page as a browser's tokenizer finds them, in one pass and in linear time. It builds no tree and runs
 * nothing. Left out is what no script of the page can find: comments, the contents of scripts, styles, text areas and the like, what
 * stands in `noscript` (scripts are on), and in templates. Pure; any text may be given, and no text is an error.
 */
// Tests: ./html-tags.test.ts.

/** A start tag. Names are in lower case, of repeated attributes the first counts, and entities in values are decoded. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Elements whose contents are text to a browser, up to their own end tag. */
const textElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'],
]);

/** All start tags in their order. */
export function* readTags(html: string): Generator<Tag> {
  let templates = 0;
  let at = html.indexOf('<');
  while (at !== -1) {
    if (html.startsWith('<!--', at)) {
      // `<!-->` is a whole comment.
      at = after(html, '-->', at + 2);
    } else if (/[!?/]/.test(html[at + 1] ?? '')) {
      if (/^<\/template[\s/>]/i.test(html.slice(at, at + 12))) templates = Math.max(0, templates - 1);
      at = after(html, '>', at + 1);
    } else if (/[a-z]/i.test(html[at + 1] ?? '')) {
      const read = readTag(html, at + 1);
      if (read === null) return;
      if (templates === 0) yield read.tag;
      if (read.tag.name === 'template') templates += 1;
      if (read.tag.name === 'plaintext') return;
      at = textElements.has(read.tag.name) ? endOfText(html, read.tag.name, read.end) : read.end;
    } else at += 1;
    at = html.indexOf('<', at);
  }
}

/** The place after the next `mark`; the end of the text where there is none. */
function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** The place of the end tag of an element that holds text. */
function endOfText(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** The tag whose name begins at `from`; null if the text ends within it, which makes it no tag. */
function readTag(html: string, from: number): { readonly tag: Tag; readonly end: number } | null {
  const attributes = new Map<string, string>();
  const name = take(html, from, /[^\s/>]+/y);
  let at = from + name.length;
  for (;;) {
    at += take(html, at, /[\s/]+/y).length;
    if (at >= html.length) return null;
    if (html[at] === '>') return { tag: { name: name.toLowerCase(), attributes }, end: at + 1 };
    // An equals sign where a name should begin belongs to the name.
    const attribute = take(html, at, /=?[^\s/>=]*/y);
    at += attribute.length;
    const sign = take(html, at, /\s*=\s*/y);
    const read = sign === '' ? { value: '', end: at } : readValue(html, at + sign.length);
    if (read === null) return null;
    at = read.end;
    const key = attribute.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(read.value));
  }
}

function readValue(html: string, from: number): { readonly value: string; readonly end: number } | null {
  const quote = html[from] ?? '';
  if (quote !== '"' && quote !== "'") {
    const value = take(html, from, /[^\s>]*/y);
    return { value, end: from + value.length };
  }
  const end = html.indexOf(quote, from + 1);
  return end === -1 ? null : { value: html.slice(from + 1, end), end: end + 1 };
}

function take(html: string, from: number, pattern: RegExp): string {
  pattern.lastIndex = from;
  return pattern.exec(html)?.[0] ?? '';
}

const named: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** Decodes the entities that addresses, policies and labels hold; others stay as they are. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|quot|apos|lt|gt));?/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? all;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
    },
  );
}
