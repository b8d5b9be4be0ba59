/**
 * What a title says of its thing, without what strangers wrote into it: offers, orders to the reader, addresses, foul
 * words and talk to models. What is made of titles alone, phrases and suggestions alike, is made of what is left.
 */
import { fold } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import { findWords } from './find-words.ts';
import { instructionIn, webAddress } from './phrase-rules/foreign-matter.ts';
import { isProfane } from './phrase-rules/profanity.ts';
import { mayTellPromotion, promotionIn } from './phrase-rules/promotion.ts';

/** A title with more of it says nothing else. */
const foundMax = 6;

/** The title with a comma in the place of each, so that no phrase runs through; the same string where there is none. */
export function ownWords(title: string, brand: string | null, locale: string): string {
  if (isClear(title, locale)) return title;
  let kept = title;
  let own: string | undefined;
  for (let found = 0; found < foundMax; found += 1) {
    const foreign = foreignIn(fold(kept), locale);
    if (foreign === null) return kept;
    own ??= brand === null ? '' : fold(ownBrand(brand, locale) ?? '');
    if (own.includes(foreign)) return kept;
    const words = kept.split(/\s+/);
    // Each word is folded once: to fold all rows of words cost 30 ms for the worst titles.
    const { start, end } = findWords(words.map(fold), foreign);
    kept = [...words.slice(0, start), ',', ...words.slice(end)].join(' ');
  }
  return '';
}

/** By locale and brand, of which a store has few. */
const knownBrands = new Map<string, string | null>();
const knownMax = 4_096;

/** A brand, or null where it is none: `Visit evil.com today`. `startech.com` and `Best Buy` are. */
export function ownBrand(brand: string, locale: string): string | null {
  const key = `${locale} ${brand}`;
  const known = knownBrands.get(key);
  if (known !== undefined) return known;
  if (knownBrands.size === knownMax) knownBrands.clear();
  const made = readBrand(brand, locale);
  knownBrands.set(key, made);
  return made;
}

function readBrand(brand: string, locale: string): string | null {
  const foreign = foreignIn(fold(brand), locale);
  if (foreign === null || webAddress(fold(brand)) === fold(brand)) return brand;
  return isSingleOffer(foreign) ? brand : null;
}

/** A word like `buy` alone is part of many names. */
function isSingleOffer(foreign: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(foreign) && !isProfane(foreign, [foreign], 'en');
}

/** Most titles hold no address, as one look shows. */
const mayBeAddress =
  /[:。]|\.[^\s\d]|\D\.\d|\.\s?(?:com|net|org|me|ru)|\d\.\d+\.\d|\s(?:dot|punkt|punto|nokta)\s/;

function foreignIn(folded: string, locale: string): string | null {
  const words = scanWords(folded).flatMap(({ kind, text }) => (kind === 'tail' ? [] : [text]));
  const address = mayBeAddress.test(folded) ? webAddress(folded) : null;
  if (address !== null || !mayBeTalk(folded, words, locale)) return address;
  const talk = (words.length > 1 ? instructionIn(folded) : null) ?? promotionIn(folded, words, locale);
  if (talk !== null || !isProfane(folded, words, locale)) return talk;
  return words.find((word) => isProfane(word, [word], locale)) ?? folded;
}

/**
 * Words of which every instruction to a model (foreign-matter.ts) holds one, but for those with a colon. For those patterns words are
 * of ASCII: Latin letters beside others may be a word by themselves.
 */
const ofInstruction =
  /^(?:ignor|instruc|istruzion|gpt|chatgpt|anweisung|talimat)|^(?:ignore|disregard|forget|override|bypass|prompts?|messages?|as|language|openai|anthropic|jailbreak|dan|developer|you|pretend|unable|cannot|can|sorry|anything|here|certainly|sure|phrases?|output|json|endoftext|im|inst|api|secret|password|token|drop|union|rm|curl|wget|pokyny)$/;
const ofForeignInstruction = /игнор|предыдущ|تجاهل/;
/** Words that mark a dialogue with a colon behind them: `system:`. */
const ofDialogue = /^(?:assistant|system|user|human|developer)$/;
/** What offers end with. */
const endsOffer = /^(?:now|today)$|1$/;
/** Scripts in which phrases stand within words, and signs of which offers and masked words are made. */
const beyondWords = /[%*\u0e00-\uffff]/;

/** Whether a text may hold an instruction, an offer or a foul word. Hardly any title does, and words tell most of them. */
function mayBeTalk(folded: string, words: readonly string[], locale: string): boolean {
  if (words.some((word) => kindOfPiece(word, locale) === 'unclear')) return true;
  if (folded.includes(':') && words.some((word) => ofDialogue.test(word))) return true;
  return beyondWords.test(folded) || endsOffer.test(words.at(-1) ?? '');
}

/** What a piece of a text between spaces says alone. */
type PieceKind = 'clear' | 'wordless' | 'may end an offer' | 'unclear';

/**
 * Whether the pieces of a text show, each by itself, that it holds no address, instruction, offer or foul word: false
 * where the rules must look. Folding a text and cutting it into words is the same as doing that with its pieces,
 * but for those that `readPiece` calls unclear.
 */
function isClear(text: string, locale: string): boolean {
  let last: PieceKind = 'wordless';
  for (const piece of text.split(' ')) {
    const kind = kindOfPiece(piece, locale);
    if (kind === 'unclear') return false;
    if (kind !== 'wordless') last = kind;
  }
  return last !== 'may end an offer';
}

/** By locale and piece: titles have the same ones again and again. */
const knownPieces = new Map<string, Map<string, PieceKind>>();
const piecesMax = 2 ** 16;
/** Longer ones hardly come again. */
const pieceLengthMax = 32;
let piecesKnown = 0;

function kindOfPiece(piece: string, locale: string): PieceKind {
  const known = knownPieces.get(locale)?.get(piece);
  if (known !== undefined) return known;
  const made = readPiece(piece, locale);
  if (piece.length <= pieceLengthMax) remember(piece, locale, made);
  return made;
}

/** As many as are kept of all locales together. */
function remember(piece: string, locale: string, kind: PieceKind): void {
  if (piecesKnown === piecesMax) {
    knownPieces.clear();
    piecesKnown = 0;
  }
  piecesKnown += 1;
  const ofLocale = knownPieces.get(locale) ?? new Map<string, PieceKind>();
  knownPieces.set(locale, ofLocale.set(piece, kind));
}

/** Marks join what stands before them, and points and colons may be an address with what stands beside them. */
const dependsOnOthers = /^\p{M}|[\s:]|^\.|\D\.|\.\D|\.$|\..*\.|^(?:dot|punkt|punto|nokta)$/u;

function readPiece(piece: string, locale: string): PieceKind {
  const folded = fold(piece);
  if (/^\p{M}/u.test(piece) || dependsOnOthers.test(folded) || beyondWords.test(folded)) return 'unclear';
  const words = scanWords(folded);
  if (words.some(({ text }) => mayBeForeign(text, locale))) return 'unclear';
  const last = words.at(-1)?.text;
  if (last === undefined) return 'wordless';
  return endsOffer.test(last) ? 'may end an offer' : 'clear';
}

function mayInstruct(word: string): boolean {
  return ofInstruction.test(word) || ofForeignInstruction.test(word) || mixesLetters.test(word);
}

const mixesLetters = /[a-z].*[^ -~]|[^ -~].*[a-z]/;

function mayBeForeign(word: string, locale: string): boolean {
  return mayInstruct(word) || mayTellPromotion(word, locale) || isProfane(word, [word], locale);
}
