/**
 * Merchants' HTML as plain text (Contract §4 description). It reads like a browser's innerText, roughly: it is no sanitizer, and its
 * result must be escaped like any text. It takes linear time for any input. Any text is accepted. At most the first 1,000,000 code
 * units are read, and 10,000 code points are kept.
 */
// Tests: ./html-text.test.ts.
import { decodeHTML } from 'entities';
import { limits } from '../../contract/limits.ts';
import { cutText, hasForbiddenCharacters, toLines, toOneLine } from './text.ts';

/**
 * Plain text of a description: tags go, those of blocks leave a line break, scripts and styles go with their
 * content, then entities are decoded (so that `&lt;b&gt;` is text). Text without any tag keeps its own lines, and a
 * lone `<` stays. At most `maxLength` code points.
 */
export function htmlToText(html: string, maxLength: number = limits.descriptionMaxLength): string {
  const source = html.slice(0, limits.descriptionSourceMaxLength).toWellFormed();
  const text = source.includes('<') ? stripTags(source.replace(cdataMark, '')) : source;
  const decoded = text.includes('&') ? dropControls(decodeHTML(text)) : text;
  return cutText(toLines(decoded), maxLength);
}

const reference = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;

/**
 * Decodes a short text whose source escaped it once too often: `Cats &amp; dogs`. Products keep the text as given; it is
 * decoded only where it is split into words.
 */
export function decodeReferences(text: string): string {
  return text.includes('&') && reference.test(text) ? toOneLine(dropControls(decodeHTML(text))) : text;
}

const breakingTags = new Set(
  (
    'address article aside blockquote br caption dd div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const spacingTags = new Set(['td', 'th']);
/** The characters after `<` in a tag, a comment or a declaration; anything else after `<` is text. */
const tagName = /\/?([a-z][a-z0-9]*)|!--|[!?]/iy;

/** Some exports wrap HTML for XML once too often; what is between the marks is the description. */
const cdataMark = /<!\[CDATA\[|\]\]>/g;

function stripTags(html: string): string {
  const scanner = new TagEndScanner(html);
  let text = '';
  let textStart = 0;
  let hasTags = false;
  for (let at = html.indexOf('<'); at !== -1; ) {
    tagName.lastIndex = at + 1;
    const match = tagName.exec(html);
    const end = match === null ? -1 : scanner.endOf(match[0], tagName.lastIndex);
    if (match === null || end === -1) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    // In HTML a line break of the source is a space; in text that only looks like HTML it is a line break.
    text += html.slice(textStart, at).replace(/\s+/g, ' ') + separatorFor(match[1]?.toLowerCase());
    hasTags = true;
    textStart = isRaw(match[0]) ? scanner.endOfRaw(match[0].toLowerCase(), end) : end;
    at = html.indexOf('<', textStart);
  }
  return hasTags ? text + html.slice(textStart).replace(/\s+/g, ' ') : html;
}

function separatorFor(name: string | undefined): string {
  if (name === undefined) return '';
  if (breakingTags.has(name)) return '\n';
  return spacingTags.has(name) ? ' ' : '';
}

/** Whether an opening tag's content is code, not text. */
function isRaw(opening: string): boolean {
  return /^(?:script|style)$/i.test(opening);
}

/**
 * Finds where tags end. A search that ran to the end of the input in vain is remembered, so that no second one
 * starts: without that, input such as `<a <a <a …` would take quadratic time.
 */
class TagEndScanner {
  private readonly html: string;
  private readonly exhausted = new Set<string>();

  constructor(html: string) {
    this.html = html;
  }

  /** The index after the tag whose name ends at `from`; -1 if it never ends. */
  endOf(opening: string, from: number): number {
    if (opening === '!--') return this.after('-->', from);
    if (this.exhausted.has('>')) return -1;
    for (let index = from; index < this.html.length; index += 1) {
      const character = this.html.charAt(index);
      if (character === '>') return index + 1;
      // A `>` within a quoted value does not end the tag; a quote that is never closed is an ordinary character.
      if ((character === '"' || character === "'") && this.html.charAt(index - 1) === '=') {
        const closing = this.after(character, index + 1);
        if (closing !== -1) index = closing - 1;
      }
    }
    this.exhausted.add('>');
    return -1;
  }

  /** The start of the closing tag of a script or style; without one the rest of the input belongs to it. */
  endOfRaw(name: string, from: number): number {
    const closing = new RegExp(`</${name}`, 'gi');
    closing.lastIndex = from;
    return closing.exec(this.html)?.index ?? this.html.length;
  }

  private after(mark: string, from: number): number {
    if (this.exhausted.has(mark)) return -1;
    const at = this.html.indexOf(mark, from);
    if (at === -1) this.exhausted.add(mark);
    return at === -1 ? -1 : at + mark.length;
  }
}

/** Entities can encode control characters (`&#1;`), which a row may not contain. */
function dropControls(text: string): string {
  if (!hasForbiddenCharacters(text)) return text;
  return text.replace(/\p{Cc}/gu, (control) => (hasForbiddenCharacters(control) ? '' : control));
}
