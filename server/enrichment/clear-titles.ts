/**
 * A fast path for titles without foreign matter: nearly all titles are clear, which means that each of their pieces between spaces
 * shows by itself that the title contains no address, instruction, offer or foul word. All others are judged by the rules
 * (own-words.ts), so a doubtful piece is unclear. Pure but for its memory: at most 32,768 pieces of 32 characters for each of 8
 * locales; beyond it, pieces are read again or forgotten, which costs time only. It never calls a doubtful title clear, and changes
 * none.
 */
// Tests: ./own-words.test.ts.
import { Interner } from '../search/columns/interner.ts';
import { fold } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import { isProfane } from './phrase-rules/profanity.ts';
import { mayBePromotion } from './phrase-rules/promotion.ts';

/** The kinds of a piece between spaces, judged by itself. */
const pieceKind = { wordless: 0, clear: 1, mayEndOffer: 2, unclear: 3 } as const;

/**
 * Whether a text is clear. Folding a text and cutting it into words is the same as doing that with its pieces, but for
 * those that `readPiece` calls unclear.
 */
export function isClear(text: string, locale: string): boolean {
  const pieces = piecesOf(locale);
  let last: number = pieceKind.wordless;
  for (let start = 0; start < text.length; ) {
    const end = endOf(text, start, space);
    const kind = start === end ? pieceKind.wordless : kindOfPiece(pieces, text, start, end);
    if (kind === pieceKind.unclear) return false;
    if (kind !== pieceKind.wordless) last = kind;
    start = end + 1;
  }
  return last !== pieceKind.mayEndOffer;
}

/** Whether a folded word alone is unclear. */
export function isUnclear(word: string, locale: string): boolean {
  return kindOfPiece(piecesOf(locale), word, 0, word.length) === pieceKind.unclear;
}

/** Pieces met before: titles have the same ones again and again. */
class KnownPieces {
  readonly locale: string;
  readonly #texts = new Interner();
  readonly #kinds = new Uint8Array(piecesMax);

  constructor(locale: string) {
    this.locale = locale;
  }

  get isFull(): boolean {
    return this.#texts.texts.length === piecesMax;
  }

  kindOf(text: string, start: number, end: number): number {
    const place = this.#texts.idOfPart(text, start, end);
    // One more than the kind; 0 is not read yet.
    const known = this.#kinds[place] ?? 0;
    if (known !== 0) return known - 1;
    const kind = readPiece(text.slice(start, end), this.locale);
    this.#kinds[place] = kind + 1;
    return kind;
  }
}

/**
 * The largest number of pieces kept for one locale. Chosen: 100,000 titles of Best Buy have 3,000 apart from codes,
 * and a deployment has few locales.
 */
const piecesMax = 2 ** 15;
/** Longer pieces hardly come again. */
const pieceLengthMax = 32;
const localesMax = 8;
const knownPieces = new Map<string, KnownPieces>();
/** The pieces of the locale that was asked for last. */
let latest = new KnownPieces('en');

function piecesOf(locale: string): KnownPieces {
  if (latest.locale === locale && !latest.isFull) return latest;
  const known = knownPieces.get(locale);
  if (known === undefined && knownPieces.size === localesMax) knownPieces.clear();
  latest = known === undefined || known.isFull ? new KnownPieces(locale) : known;
  knownPieces.set(locale, latest);
  return latest;
}

/** The kinds of ASCII units in a piece, as bits; anything but these is `other`. */
const unit = { letter: 1, digit: 2, plainDigit: 4, hyphen: 8, other: 16 } as const;
const units = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return unit.letter;
  // No letter is written as one of these (profanity.ts).
  if (/[2689]/.test(character)) return unit.digit | unit.plainDigit;
  if (/\d/.test(character)) return unit.digit;
  return character === '-' ? unit.hyphen : unit.other;
});

function unitsOf(text: string, start: number, end: number): number {
  let found = 0;
  for (let place = start; place < end; place += 1) found |= units[text.charCodeAt(place)] ?? unit.other;
  return found;
}

function kindOfPiece(pieces: KnownPieces, text: string, start: number, end: number): number {
  const found = unitsOf(text, start, end);
  const isCode = (found & unit.other) === 0 && (found & unit.plainDigit) !== 0;
  if (isCode) return kindOfCode(pieces, text, start, end);
  if (end - start > pieceLengthMax || pieces.isFull) return readPiece(text.slice(start, end), pieces.locale);
  return pieces.kindOf(text, start, end);
}

/**
 * Returns the kind of a text of letters, digits and hyphens. Codes hardly repeat, so they are read by their parts and
 * not kept.
 */
function kindOfCode(pieces: KnownPieces, text: string, start: number, end: number): number {
  let last: number = pieceKind.wordless;
  for (let from = start; from < end; ) {
    const to = Math.min(end, endOf(text, from, hyphen));
    const kind = kindOfCodePart(pieces, text, from, to);
    if (kind === pieceKind.unclear) return kind;
    if (kind !== pieceKind.wordless) last = kind;
    from = to + 1;
  }
  return last;
}

function kindOfCodePart(pieces: KnownPieces, text: string, start: number, end: number): number {
  if (start === end) return pieceKind.wordless;
  const isPlain = (unitsOf(text, start, end) & unit.plainDigit) !== 0 && !beginsInstruction(text, start);
  if (!isPlain) {
    const isShort = end - start <= pieceLengthMax && !pieces.isFull;
    return isShort ? pieces.kindOf(text, start, end) : readPiece(text.slice(start, end), pieces.locale);
  }
  if (mayBePromotion(text.slice(start, end).toLowerCase(), pieces.locale)) return pieceKind.unclear;
  return text.charCodeAt(end - 1) === one ? pieceKind.mayEndOffer : pieceKind.clear;
}

/** Whether a part with digits may be a word of {@link ofInstruction}, by its first letter. */
function beginsInstruction(text: string, start: number): boolean {
  return 'igcatIGCAT'.includes(text[start] ?? '');
}

const space = 0x20;
const hyphen = 0x2d;
const one = 0x31;

function endOf(text: string, start: number, sign: number): number {
  let end = start;
  while (end < text.length && text.charCodeAt(end) !== sign) end += 1;
  return end;
}

/**
 * Words of which every instruction to a model (foreign-matter.ts) holds one, but for those with a colon. For those patterns words are
 * of ASCII: Latin letters beside others may be a word by themselves.
 */
const ofInstruction =
  /^(?:ignor|instruc|istruzion|gpt|chatgpt|anweisung|talimat)|^(?:ignore|disregard|forget|override|bypass|prompts?|messages?|as|language|openai|anthropic|jailbreak|dan|developer|you|pretend|unable|cannot|can|sorry|anything|here|certainly|sure|phrases?|output|json|endoftext|im|inst|api|secret|password|token|drop|union|rm|curl|wget|pokyny)$/;
const ofForeignInstruction = /игнор|предыдущ|تجاهل/;
/** The last words of offers. */
export const endsOffer = /^(?:now|today)$|1$/;
/** Scripts in which phrases stand within words, and signs of which offers and masked words are made. */
export const beyondWords = /[%*\u0e00-\uffff]/;

/** Marks join what stands before them, and points and colons may be an address with what stands beside them. */
const dependsOnOthers = /^\p{M}|[\s:]|^\.|\D\.|\.\D|\.$|\..*\.|^(?:dot|punkt|punto|nokta)$/u;

function readPiece(piece: string, locale: string): number {
  const folded = fold(piece);
  if (/^\p{M}/u.test(piece) || dependsOnOthers.test(folded) || beyondWords.test(folded))
    return pieceKind.unclear;
  const words = scanWords(folded);
  if (words.some(({ text }) => mayBeForeign(text, locale))) return pieceKind.unclear;
  const last = words.at(-1)?.text;
  if (last === undefined) return pieceKind.wordless;
  return endsOffer.test(last) ? pieceKind.mayEndOffer : pieceKind.clear;
}

function mayInstruct(word: string): boolean {
  return ofInstruction.test(word) || ofForeignInstruction.test(word) || mixesLetters.test(word);
}

const mixesLetters = /[a-z].*[^ -~]|[^ -~].*[a-z]/;

function mayBeForeign(word: string, locale: string): boolean {
  return mayInstruct(word) || mayBePromotion(word, locale) || isProfane(word, [word], locale);
}
