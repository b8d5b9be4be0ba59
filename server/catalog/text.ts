/**
 * The rules that every text of a row follows (Contract §4): which characters it may hold, how a line is made of it, and how its length
 * is counted. Lengths are in code points, so that an emoji or a rare ideograph counts once. Pure. It never changes a character in the
 * middle of a text other than tabs and line breaks. Any text is accepted, and too long ones are cut only by the functions that say so.
 */
// Tests: ./text.test.ts.

/** Any control other than tab and line breaks. */
const forbiddenControl = /[^\t\n\r -\uffff]/;

/**
 * Whether a text holds what no row may hold: NUL, a C0 control other than tab and line breaks, or half of a
 * surrogate pair. PostgreSQL refuses some of it, so it is refused on both databases. DEL and C1 are kept.
 */
export function hasForbiddenCharacters(text: string): boolean {
  return forbiddenControl.test(text) || !text.isWellFormed();
}

/** Escapes of JSON other than those of quotes, backslashes, tabs and line breaks. */
const rareEscape = /\\[bfu]/;

/**
 * Whether a text or key of a value may be forbidden ({@link hasForbiddenCharacters}), by what `JSON.stringify` makes of the
 * value, which escapes all such characters. False is certain.
 */
export function mayHoldForbidden(json: string): boolean {
  return json.includes('\\') && rareEscape.test(json);
}

const lineBreak = /\r\n|[\t\n\r\u2028\u2029]/;
const everyLineBreak = new RegExp(lineBreak, 'g');

/** A one-line text: each tab and line break becomes a space, white space around it goes. Blank text becomes `''`. */
export function toOneLine(text: string): string {
  return (lineBreak.test(text) ? text.replace(everyLineBreak, ' ') : text).trim();
}

/** White space other than single spaces: most texts have none. */
const unevenSpace = /[^\S ]| {2}/;

/** A text of several lines: runs of white space become one space, more than one empty line becomes one. */
export function toLines(text: string): string {
  if (!unevenSpace.test(text)) return text.trim();
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whether a value is there at all: null, a missing key and blank text are the same at every door (Contract §4). */
export function isPresent(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null;
}

/** Whether a text has more than `maxLength` code points, without counting a long text to its end. */
export function isLongerThan(text: string, maxLength: number): boolean {
  return text.length > maxLength && endOf(text, maxLength) < text.length;
}

/** The first `maxLength` code points, without white space left at the cut. */
export function cutText(text: string, maxLength: number): string {
  return isLongerThan(text, maxLength) ? text.slice(0, endOf(text, maxLength)).trimEnd() : text;
}

/** The index just after the first `count` code points. */
function endOf(text: string, count: number): number {
  let index = 0;
  for (let seen = 0; seen < count && index < text.length; seen += 1) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}

/**
 * Says that a text holds a whole secret key (Contract §2), or null. Members, pages and logs show names and titles, so a key that was
 * pasted there could be used by others. The message does not repeat it.
 */
export function secretKeyFault(what: string, text: string): string | null {
  if (!/ft_[sm]k_[0-9A-Za-z]{38}/.test(text)) return null;
  return `${what} holds a secret key, which others could read there. Type other words, and keep the key secret.`;
}
