/**
 * The phrases by which a product is found and which nobody sees: other words for the thing, several of it, words joined
 * and split, its model with and without punctuation, and what else is said of it than is shown.
 */
import { wholeSynonyms } from '../../../search/query/synonyms.ts';
import { fold } from '../../../search/text/fold.ts';
import { formsOf } from '../../../search/text/inflection.ts';
import { scanWords } from '../../../search/text/words.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { spacelessNames } from '../../phrase-rules/head-words.ts';
import { wordLanguage } from '../../phrase-rules/product-words.ts';
import type { CatalogProfile } from './catalog-profile.ts';
import { leafNouns } from './category-nouns.ts';
import { compoundNoun } from './compounds.ts';
import { modelOf } from './model-code.ts';
import type { OfflineLanguage, TitleReading } from './title-reading.ts';
import { measureOf, measureText } from './traits.ts';
import { turkishBareNames } from './turkish-head.ts';

const hiddenMax = 10;
const otherNamesMax = 4;
/** Shown phrases that are given with another word for the thing. */
const renamedMax = 2;

/** What hidden phrases are made of. */
export interface HiddenSubject {
  readonly product: PhraseProduct;
  readonly reading: TitleReading;
  readonly profile: CatalogProfile;
  readonly language: OfflineLanguage;
  /** What the product is, or null where nothing says it. */
  readonly name: string | null;
  /** The brand as it is typed, or null. */
  readonly brand: string | null;
  /** The name is a noun of the store's language. */
  readonly mayBeSeveral: boolean;
}

/** The hidden phrases beside those that are `shown`; `further` were not, for want of place. */
export function hiddenPhrases(
  subject: HiddenSubject,
  shown: readonly string[],
  further: readonly string[],
): string[] {
  const { product, reading, name, brand, language, profile } = subject;
  const seen = new Set([...shown, product.title].map(fold));
  const hidden: string[] = [];
  const add = (text: string | null) => {
    const folded = text === null ? '' : fold(text);
    if (text === null || folded === '' || seen.has(folded) || hidden.length === hiddenMax) return;
    seen.add(folded);
    hidden.push(text);
  };
  const model = modelOf(product, reading);
  if (brand !== null && model !== null) add(`${brand} ${model}`);
  if (name !== null) {
    add(compoundNoun(name, profile, language));
    const others = otherNames(name, language, categoryNounsOf(product, language)).slice(0, otherNamesMax);
    for (const other of others) add(other);
    const [other] = others;
    if (other !== undefined) for (const text of renamed(shown, name, other)) add(text);
    for (const text of further) add(text);
    if (language.language === 'tr') for (const text of turkishBareNames(name)) add(text);
    if (subject.mayBeSeveral) for (const text of otherForms(name, language)) add(text);
  }
  if (model !== null && /\p{L}/u.test(model)) {
    add(model);
    add(model.replace(/[.-]/g, ''));
  }
  for (const text of shown) if (text.includes('-')) add(text.replace(/(?<=\p{L})-(?=\p{L})/gu, ' '));
  const measure = measureOf(reading);
  if (measure !== null && name !== null && /^\p{L}{2,4}$/u.test(measure.unit))
    add(language.grammar.measure(name, otherSpelling(measureText(measure))));
  return hidden;
}

/** A name with its noun in another number. */
function otherForms(name: string, { language, words: { nounFirst } }: OfflineLanguage): string[] {
  const words = name.split(' ');
  const at = nounFirst ? 0 : words.length - 1;
  if (nounFirst && words.slice(1).some((word) => word.endsWith('s'))) return [];
  return formsOf(words[at] ?? '', language).map((form) => words.with(at, form).join(' '));
}

/** `32gb` as `32 gb`, and `17 inch` as `17inch`. */
function otherSpelling(measure: string): string {
  return measure.includes(' ') ? measure.replace(' ', '') : measure.replace(/(?<=\d)(?=\p{L})/u, ' ');
}

function renamed(shown: readonly string[], name: string, other: string): string[] {
  return shown
    .filter((text) => text !== name && text.includes(name))
    .slice(0, renamedMax)
    .map((text) => text.replace(name, other));
}

/** Other names of a thing, folded: of the whole name, or else of its noun. Not another spelling: a query finds that. */
export function otherNames(
  name: string,
  language: OfflineLanguage,
  categories: ReadonlySet<string> = noCategories,
): string[] {
  const spaceless = spacelessNames(fold(name), language.locale);
  if (spaceless !== null) return [...spaceless];
  const { synonyms, stem } = wordLanguage(language.locale);
  const words = scanWords(fold(name)).filter(({ kind }) => kind !== 'tail');
  const { nounFirst } = language.words;
  for (let left = 0; left < words.length; left += 1) {
    const [from, to] = nounFirst ? [0, words.length - left] : [left, words.length];
    const part = words.slice(from, to).map(({ text }) => text);
    const rest = words.filter((_, at) => at < from || at >= to).map(({ text }) => text);
    const others = wholeSynonyms(synonyms, part, stem)
      .filter((other) => other.join('') !== part.join('') && !other.some((word) => rest.includes(word)))
      // `belt` is a waist belt, a timing belt is none.
      .filter((other) => left === 0 || other.length <= part.length)
      .filter((other) => part.length > 1 || isOfCategory([...part, ...other], categories, language))
      .map((other) => (nounFirst ? [...other, ...rest] : [...rest, ...other]).join(' '));
    if (others.length > 0) return others;
  }
  return [];
}

const noCategories: ReadonlySet<string> = new Set();

/** Stems of the nouns of all elements of a category path. */
export function categoryNounsOf({ category }: PhraseProduct, language: OfflineLanguage): ReadonlySet<string> {
  return new Set((category ?? '').split('>').flatMap((element) => leafNouns(element.trim(), language)));
}

/** Whether the category knows the thing by its name or the other: a `trainer` among jackets is no sneaker. */
function isOfCategory(
  names: readonly string[],
  nouns: ReadonlySet<string>,
  { stem }: OfflineLanguage,
): boolean {
  return nouns.size === 0 || names.some((name) => nouns.has(stem(name)));
}
