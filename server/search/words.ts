/**
 * Words: how folded text is cut into what the index holds. Cutting must be stable while a shopper types, so that
 * the words of a query are words, or beginnings of words, of the text that it begins. It must never depend on a
 * dictionary: `Intl.Segmenter` cuts `東京都` and `東京` + `都` differently, overlapping pairs do not.
 */

/**
 * `word`: a run of letters, marks and digits. Scripts without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar) are
 * cut into overlapping pairs of characters: `pair`; a run of one character is `lone`; and `tail` is the last
 * character of a longer run, held so that a lone character of a query finds it there too.
 */
type WordKind = 'word' | 'pair' | 'lone' | 'tail';

/** A word of folded text. */
export interface Word {
  readonly text: string;
  readonly kind: WordKind;
  /** Only punctuation that joins, such as a hyphen, stands between this word and the one before. */
  readonly glued: boolean;
}

const separator = 1;
const letter = 2;
const spaceless = 3;
const joiner = 4;

/** Class of each UTF-16 unit seen so far; 0 is not classified yet. */
const classes = new Uint8Array(0x10000);

/** Punctuation inside of compounds and codes: `t-shirt`, `levi's`, `802.11`, `A-12/3`, `h&m`. */
const joiners = new Set("-'./_&+");

/**
 * Words of folded text in their order. `scanWords('t-shirt xl')` gives t, shirt (glued), xl; `scanWords('手机壳')`
 * gives the pairs 手机 and 机壳 and the tail 壳.
 */
export function scanWords(folded: string): Word[] {
  const words: Word[] = [];
  let position = 0;
  let wordEnd = -1;
  while (position < folded.length) {
    const kind = classAt(folded, position);
    if (kind !== letter && kind !== spaceless) {
      if (kind === separator) wordEnd = -1;
      position += widthAt(folded, position);
      continue;
    }
    const end = runEnd(folded, position, kind);
    const text = folded.slice(position, end);
    if (kind === letter) words.push({ text, kind: 'word', glued: wordEnd >= 0 && wordEnd < position });
    else pushPairs(words, text);
    wordEnd = kind === letter ? end : -1;
    position = end;
  }
  return words;
}

/** What a document holds for a text: its words and their {@link compoundsOf}. */
export function indexTerms(words: readonly Word[]): string[] {
  return [...words.map((word) => word.text), ...compoundsOf(words)];
}

/**
 * Each compound of glued words, in pairs of neighbours and as a whole, so that `wi-fi-6` is found by wifi, fi6 and
 * wifi6 too.
 */
export function compoundsOf(words: readonly Word[]): string[] {
  const compounds: string[] = [];
  let compound = '';
  let parts = 0;
  words.forEach((word, index) => {
    const previous = words[index - 1];
    if (word.glued && previous !== undefined) {
      compounds.push(previous.text + word.text);
      compound += word.text;
      parts += 1;
    } else {
      compound = word.text;
      parts = 1;
    }
    if (parts > 2 && words[index + 1]?.glued !== true) compounds.push(compound);
  });
  return compounds;
}

/** A code without its punctuation and spaces: `A-12/3` is `a123`. Empty where nothing is left. */
export function foldCode(folded: string): string {
  let code = '';
  for (const word of scanWords(folded)) {
    if (word.kind === 'word' || word.kind === 'lone' || word.kind === 'tail') code += word.text;
    else code += Array.from(word.text)[0] ?? '';
  }
  return code;
}

function pushPairs(words: Word[], run: string): void {
  const characters = Array.from(run);
  for (let index = 1; index < characters.length; index += 1) {
    words.push({ text: `${characters[index - 1]}${characters[index]}`, kind: 'pair', glued: false });
  }
  const last = characters[characters.length - 1] ?? '';
  words.push({ text: last, kind: characters.length === 1 ? 'lone' : 'tail', glued: false });
}

function runEnd(text: string, start: number, kind: number): number {
  let end = start;
  while (end < text.length && classAt(text, end) === kind) end += widthAt(text, end);
  return end;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function widthAt(text: string, position: number): number {
  return isHighSurrogate(text.charCodeAt(position)) ? 2 : 1;
}

function classAt(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  if (isHighSurrogate(unit)) return classify(text.codePointAt(position) ?? unit);
  const known = classes[unit];
  if (known !== 0 && known !== undefined) return known;
  const found = classify(unit);
  classes[unit] = found;
  return found;
}

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  if (/[\p{L}\p{M}\p{N}]/u.test(character)) return isSpaceless(code) ? spaceless : letter;
  return joiners.has(character) ? joiner : separator;
}

/** Blocks of the scripts that put no spaces between words. */
function isSpaceless(code: number): boolean {
  return (
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}
