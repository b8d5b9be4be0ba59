/**
 * Finds the code that a model is known by: `SHE2640` of `SHE2640/27`, `T596700`, or the number right behind the brand. Pure; it never
 * guesses: a title without such a code gives null. A code has 4 to 16 characters (right behind the brand 2), and at most 10 hidden
 * phrases are made.
 */
// Tests: ./model-code.test.ts.
import type { TitleWord } from '../../../search/phrases/title-words.ts';
import { fold } from '../../../search/text/fold.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import type { TitleReading } from './title-reading.ts';
import { isPostModifier, isVague } from './trait-words.ts';

const codeShape = /^(?=[^\s]*\p{L})(?=[^\s]*\d)[\p{L}\d][\p{L}\d.-]+$/u;
/** Sizes, norms and sockets are no models: `80mm`, `2x4gb`, `cat5e`, `ddr3`. */
const measureShape = /^\d+(?:[.,x×-]\d+)*\p{L}{0,4}$/u;
const normShape =
  /^(?:cat|usb|ddr|rj|db|rs|pc|pci|lga|ip|ps|hdmi|dp|iso|en|din|type)[.-]?\d{0,5}[a-z]?(?:[.-]\d+)?$|^[a-z]{1,2}\d{1,2}x\d+$|^\d+-?(?:in|to)-?\d*$/u;
const minLength = 4;
/** Right behind the brand. */
const firstMinLength = 2;
/** `HP 49A`, `HP 60XL`. */
const shortNumber = /^\d{2,4}(?:[abcdefnsx]|xl|dn|dw)$/u;
const maxLength = 16;

/** As the title spells it, without what is behind a slash or number sign, or null. */
export function modelOf({ title, brand }: PhraseProduct, { words, nameEnd }: TitleReading): string | null {
  const brandEnd = words.findIndex(({ kind }) => kind !== 'brand');
  for (const [at, word] of words.slice(0, nameEnd).entries()) {
    if (words[at + 1]?.kind === 'unit') continue;
    const isFirst = at > 0 && at === brandEnd;
    if (isFirst && isNumberOfModel(word, words[at + 1])) return word.text;
    if (word.kind !== 'code' && word.kind !== 'broken') continue;
    const base = codeOf(word.text, isFirst ? firstMinLength : minLength);
    // `Tech21 Evo Case`: the name has a digit.
    if (base === null || base === fold(brand ?? '')) continue;
    const place = title.toLowerCase().indexOf(base);
    return place < 0 ? base : title.slice(place, place + base.length);
  }
  return null;
}

/** `HP 82 Original`, not `Xerox 250 Sheet Tray`. */
function isNumberOfModel({ kind, text }: TitleWord, next: TitleWord | undefined): boolean {
  if (kind !== 'number' || !/^\d{2,5}$/.test(text)) return false;
  return next === undefined || next.kind !== 'plain' || isVague(next.folded) || isPostModifier(next.folded);
}

function codeOf(text: string, min: number): string | null {
  const [base = ''] = text.split(/[#/]/);
  if (min === firstMinLength && shortNumber.test(base)) return base;
  if (base.length < min || base.length > maxLength || !codeShape.test(base)) return null;
  return measureShape.test(base) || normShape.test(base) ? null : base;
}

const hiddenMax = 10;

/** The hidden phrases of a product besides the `shown` ones; `further` are phrases that did not fit among these. */
export function hiddenPhrases(
  product: PhraseProduct,
  reading: TitleReading,
  brand: string | null,
  shown: readonly string[],
  further: readonly string[],
): string[] {
  const model = modelOf(product, reading);
  const ofModel =
    model === null
      ? []
      : [
          brand === null ? model : `${brand} ${model}`,
          ...(/\p{L}/u.test(model) ? [model.replace(/[.-]/g, '')] : []),
        ];
  const seen = new Set([...shown, product.title].map(fold));
  return [...ofModel, ...further]
    .filter((text) => {
      const folded = fold(text);
      if (folded === '' || seen.has(folded)) return false;
      seen.add(folded);
      return true;
    })
    .slice(0, hiddenMax);
}
