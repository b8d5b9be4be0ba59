/**
 * Says which types of a store people should look at, with one sentence for them. Pure. A risk is a number from 0 to 100; risks are
 * chosen, and only their order counts. A type that a person accepted, or gave as a new name, has none. Types whose names differ by
 * one letter are compared from five letters on; two words with such names may be different things, so the sentence asks.
 */
// Tests: ./judge-types.test.ts.

import { phraseLanguage } from '../../search/phrases/phrase-languages.ts';
import { fold } from '../../search/text/fold.ts';
import { scanWords } from '../../search/text/words.ts';
import type { StandingDecision, TypeCount } from '../../storage/enrichment/review-tables.ts';
import type { CountedType } from '../../storage/enrichment/tables.ts';
import { wordLanguage } from '../phrase-rules/product-words.ts';

/** What is known of the types of a store, or of some of them. */
export interface KnownTypes {
  /** All types of the store, for comparison. */
  readonly all: readonly CountedType[];
  readonly counts: readonly TypeCount[];
  readonly brands: readonly { readonly name: string; readonly brand: string }[];
  readonly decisions: readonly StandingDecision[];
  /** The locale of the store. */
  readonly locale: string;
}

/** A type and whether to look at it. */
export interface JudgedType extends CountedType {
  /** Products that a person decided, by themselves or together with the type. */
  readonly decidedProducts: number;
  /** The decision that stands; null if there is none. */
  readonly decision: StandingDecision | null;
  readonly risk: number;
  readonly reason: string;
}

/** From so many products on, a type is no longer doubtful because it has few. Chosen. */
const fewProducts = 3;
/** Below this confidence, types are often wrong. Chosen. */
const lowConfidence = 0.6;
/** Another spelling has at least so many times the products. Chosen. */
const moreCommon = 5;
/** Shorter names differ by one letter and are different things: `cap`, `cup`. */
const spellingMinLetters = 5;

/** Returns the function that judges types of the store. */
export function createTypeJudge({
  all,
  counts,
  brands,
  decisions,
  locale,
}: KnownTypes): (type: CountedType) => JudgedType {
  const countsByName = Map.groupBy(counts, ({ name }) => name);
  const brandsByName = Map.groupBy(brands, ({ name }) => name);
  const findSpelling = createSpellings(all, locale);
  const isValue = createValueWords(locale);
  return (type) => {
    const { name, products } = type;
    const own = countsByName.get(name) ?? [];
    const decision = decisionOn(decisions, name);
    const decided = own.reduce((sum, one) => sum + (one.isDecided ? one.products : 0), 0);
    const sum = own.reduce((total, one) => total + one.confidence * one.products, 0);
    const judged = { ...type, decidedProducts: decision === null ? decided : products, decision };
    if (decision !== null) return { ...judged, risk: 0, reason: reasonOfDecision(decision, name) };
    const folded = fold(name);
    const brand = brandsByName.get(name)?.find((one) => fold(one.brand) === folded)?.brand;
    if (brand !== undefined) {
      return { ...judged, risk: 100, reason: `“${brand}” is a brand of its products, not what they are.` };
    }
    if (isValue(folded)) return { ...judged, risk: 90, reason: 'It is a colour or a size, not a thing.' };
    const other = findSpelling(type);
    if (other !== null) return { ...judged, risk: 80, reason: reasonOfSpelling(other) };
    return { ...judged, ...riskOfNumbers(products, products === 0 ? 0 : sum / products) };
  };
}

function decisionOn(decisions: readonly StandingDecision[], name: string): StandingDecision | null {
  const ofTypes = decisions.filter(({ kind, verdict }) => kind === 'type' && verdict === 'approved');
  const accepts = ({ subject, newName }: StandingDecision) => subject === name && newName === null;
  return ofTypes.find(accepts) ?? ofTypes.find(({ newName }) => newName === name) ?? null;
}

function reasonOfDecision({ subject, decidedBy }: StandingDecision, name: string): string {
  const by = decidedBy ?? 'Somebody';
  return subject === name ? `${by} accepted it.` : `${by} chose this name in place of “${subject}”.`;
}

function riskOfNumbers(
  products: number,
  confidence: number,
): { readonly risk: number; readonly reason: string } {
  const percent = `${Math.round(confidence * 100)} %`;
  if (confidence < lowConfidence) return { risk: 60, reason: `It is uncertain: ${percent} on average.` };
  if (products < fewProducts) {
    const count = products === 1 ? 'Only one product has it.' : `Only ${products} products have it.`;
    return { risk: 40, reason: count };
  }
  return { risk: 0, reason: `It is ${percent} certain on average.` };
}

interface Spelling {
  readonly type: CountedType;
  readonly isSameWord: boolean;
}

function reasonOfSpelling({ type: { name, products }, isSameWord }: Spelling): string {
  const count = products === 1 ? 'one product' : `${products} products`;
  return isSameWord
    ? `It is another form of “${name}”, which ${count} ${products === 1 ? 'has' : 'have'}.`
    : `It may be a misspelling of “${name}”, which ${count} have.`;
}

/** Finds the more common type that a type is another form of, such as its plural, or nearly has the letters of. */
function createSpellings(
  all: readonly CountedType[],
  locale: string,
): (type: CountedType) => Spelling | null {
  const { stem } = wordLanguage(locale);
  const formOf = (name: string) =>
    scanWords(fold(name))
      .map(({ text }) => stem(text))
      .join(' ');
  const byForm = new Map<string, CountedType>();
  const byLetters = new Map<string, CountedType>();
  const keep = (map: Map<string, CountedType>, key: string, type: CountedType) => {
    const known = map.get(key);
    if (known === undefined || isMoreCommon(type, known)) map.set(key, type);
  };
  for (const type of all) {
    keep(byForm, formOf(type.name), type);
    for (const key of withoutOneLetter(fold(type.name))) keep(byLetters, key, type);
  }
  return (type) => {
    const sameWord = byForm.get(formOf(type.name));
    if (sameWord !== undefined && isMoreCommon(sameWord, type)) return { type: sameWord, isSameWord: true };
    const near = withoutOneLetter(fold(type.name))
      .flatMap((key) => byLetters.get(key) ?? [])
      .filter(({ name, products }) => name !== type.name && products >= moreCommon * type.products)
      .toSorted((left, right) => (isMoreCommon(left, right) ? -1 : 1))[0];
    return near === undefined ? null : { type: near, isSameWord: false };
  };
}

function isMoreCommon(left: CountedType, right: CountedType): boolean {
  return left.products > right.products || (left.products === right.products && left.name < right.name);
}

/** The name, and each text with one of its letters left out: texts that differ by a letter have one in common. */
function withoutOneLetter(folded: string): readonly string[] {
  const letters = [...folded];
  if (letters.length < spellingMinLetters || /\p{N}/u.test(folded)) return [];
  return [folded, ...letters.map((_, place) => letters.toSpliced(place, 1).join(''))];
}

/** A size as shops write it: `xl`, `2xl`, `42`, `30x40`. */
const size = /^(?:\d*x{0,4}[sl]|x{1,4}|m|\d+(?:[.,]\d+)?(?:\s?x\s?\d+)*(?:\s?\p{L}{1,2})?)$/u;
const sizeNames = new Set(['small', 'medium', 'large']);

function createValueWords(locale: string): (folded: string) => boolean {
  const { roles } = phraseLanguage(locale);
  const isColours = (folded: string) => folded.split(' ').every((word) => roles.get(word) === 'colour');
  return (folded) => size.test(folded) || sizeNames.has(folded) || isColours(folded);
}
