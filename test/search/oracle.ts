/**
 * The oracle: what the engine must answer, by filtering and sorting plain documents. Obviously right and slow.
 * It shares with the engine only how text is cut, folded and stemmed (fold.ts, words.ts, measures.ts, stems.ts), what
 * the parts of one title are (title-zones.ts, occurrence.ts) and which suggestions one document stands behind
 * (suggestion-phrases.ts), which have tests of their own; matching, grading, counting, judging and order are written
 * again from Contract §7 and the prose of intent.ts, suggestion-evidence.ts and suggestion-choice.ts.
 */

import type { SearchDocument } from '../../server/search/document/document.ts';
import { titleFields } from '../../server/search/document/fields.ts';
import { mainBit, occurrenceOf, pointBits } from '../../server/search/document/occurrence.ts';
import type { RankTiers, SignalMaps } from '../../server/search/engine.ts';
import { correctQuery } from '../../server/search/spelling/spelling-query.ts';
import { fold } from '../../server/search/text/fold.ts';
import { codeTerms, indexTerms, scanWords } from '../../server/search/text/words.ts';
import { byCodePoints, oracleCategories, oracleSuggestions } from './oracle-groups.ts';
import { popularityFor } from './oracle-popularity.ts';
import { type OracleLanguage, type OracleText, textOf } from './oracle-text.ts';
import { dictionaryOf } from './spelling-oracle.ts';

/** A product hit, its card as text. */
export interface OracleProduct {
  readonly productId: string;
  readonly card: string;
  readonly tiers: RankTiers;
}

/** What the engine must answer. */
export interface OracleAnswer {
  readonly products: readonly OracleProduct[];
  readonly categories: readonly string[];
  readonly suggestions: readonly string[];
  readonly correctedQuery: string | null;
}

/** What a word is worth in a document. */
interface Worth {
  readonly inTitle: boolean;
  readonly points: number;
  readonly isLiteral: boolean;
  readonly isMain: boolean;
}

/**
 * The answer to a query that is not blank, from all live documents. Where nothing holds all its words, the corrected
 * query is asked; how words are corrected has an oracle of its own (spelling-oracle.ts).
 */
export function oracleSearch(
  documents: readonly SearchDocument[],
  store: OracleStore,
  text: string,
  limit: number,
  signals: SignalMaps,
): OracleAnswer {
  const found = searchAsTyped(documents, store, text, limit, signals);
  if (hasMatch(found)) return found;
  const corrected = correct(documents, store, fold(text));
  if (corrected === null) return found;
  const more = searchAsTyped(documents, store, corrected, limit, signals);
  const isMore = hasMatch(more) || (found.products.length === 0 && more.products.length > 0);
  return isMore ? { ...more, correctedQuery: corrected } : found;
}

function hasMatch({ products, categories: titles, suggestions: phrases }: OracleAnswer): boolean {
  return products[0]?.tiers.missingWords === 0 || titles.length > 0 || phrases.length > 0;
}

/** Words are corrected by how many live documents hold them. */
function correct(documents: readonly SearchDocument[], store: OracleStore, query: string): string | null {
  const { stem, expand } = store;
  if (scanWords(query).length === 0) return null;
  const texts = documents.map((document) => textOf(document, store));
  const words = new Map<string, number>();
  for (const { terms } of texts) for (const term of terms.keys()) words.set(term, (words.get(term) ?? 0) + 1);
  const dictionary = dictionaryOf(Array.from(words, ([word, live]) => ({ word, live, dead: 0 })));
  const codes = texts.flatMap((one) => one.codes);
  return correctQuery([dictionary], query, ({ text, prefix }) => {
    const meets = (term: string) => meetsPattern(term, { text, prefix });
    if (expand(scanWords(text).filter(({ kind }) => kind !== 'tail')).some(({ begun }) => !begun))
      return true;
    return (
      Array.from(words.keys()).some((term) => meets(term) || stem(term) === stem(text)) || codes.some(meets)
    );
  });
}

function searchAsTyped(
  documents: readonly SearchDocument[],
  store: OracleStore,
  text: string,
  limit: number,
  signals: SignalMaps,
): OracleAnswer {
  const query = fold(text);
  const words = oracleWords(query, store);
  if (words.length === 0) return { products: [], categories: [], suggestions: [], correctedQuery: null };
  const rank = (ranked: readonly OracleWord[], endsWhole: boolean) =>
    documents
      .map((document) => ({
        document,
        tiers: tiersOf(document, { query, endsWhole }, ranked, signals, store),
      }))
      .filter(({ tiers }) => tiers.missingWords < ranked.length)
      .sort(
        (left, right) => compareTiers(left.tiers, right.tiers) || alphabetical(left.document, right.document),
      );
  const whole = endsWithLetter(documents, query, store)
    ? rank(oracleWords(query, store, true), true).filter(({ tiers }) => tiers.missingWords === 0)
    : [];
  const others = rank(words, false).filter(({ document }) => !whole.some((one) => one.document === document));
  const lacking = (tiers: RankTiers) => ({ ...tiers, missingWords: Math.max(tiers.missingWords, 1) });
  // What holds the letter as a beginning only lacks it, where others hold it whole.
  const hits =
    whole.length === 0
      ? others
      : [...whole, ...others.map(({ document, tiers }) => ({ document, tiers: lacking(tiers) }))];
  const holdsAll = (texts: readonly string[]) => {
    const terms = texts
      .flatMap((one) => [one, store.respell(one) ?? one])
      .flatMap((one) => indexTerms(scanWords(fold(one))));
    return words.every(
      ({ readings, alternatives }) =>
        readings.some(({ meets }) => terms.some(meets)) ||
        alternatives.some((all) => all.every((isForm) => terms.some(isForm))),
    );
  };
  return {
    products: hits.slice(0, limit).map(({ document, tiers }) => present(document, tiers)),
    categories: oracleCategories(documents, query, limit, holdsAll),
    suggestions: oracleSuggestions(documents, store, limit, signals, query, (key) => holdsAll([key])),
    correctedQuery: null,
  };
}

/** The answer to a blank query, from all live documents. */
export function oracleDiscover(
  documents: readonly SearchDocument[],
  store: OracleStore,
  limit: number,
  signals: SignalMaps,
): OracleAnswer {
  const popularity = (document: SearchDocument) => signals.products.get(document.productId) ?? 0;
  const products = documents
    .filter((document) => document.inStock)
    .sort(
      (left, right) =>
        popularity(right) - popularity(left) ||
        right.createdAt - left.createdAt ||
        byCodePoints(left.externalId, right.externalId),
    );
  return {
    products: products.slice(0, limit).map((document) =>
      present(document, {
        missingWords: 0,
        inStock: true,
        exactTitle: false,
        titlePrefix: false,
        intent: 0,
        isForQuery: false,
        popularity: popularity(document),
      }),
    ),
    categories: oracleCategories(documents, '', limit, () => true),
    suggestions: oracleSuggestions(documents, store, limit, signals, '', () => true),
    correctedQuery: null,
  };
}

function present(document: SearchDocument, tiers: RankTiers): OracleProduct {
  return { productId: document.productId, card: document.card.join(''), tiers };
}

function tiersOf(
  document: SearchDocument,
  { query, endsWhole }: { readonly query: string; readonly endsWhole: boolean },
  words: readonly OracleWord[],
  signals: SignalMaps,
  store: OracleStore,
): RankTiers {
  const title = fold(document.title);
  const text = textOf(document, store);
  const single = words.map((word) => worthOf(text, word));
  // Half of the pairs of a run without spaces, or fewer, are nothing of it.
  const isScrap = ({ run }: OracleWord) => {
    const ofRun = single.filter((_, at) => words[at]?.run === run);
    return ofRun.filter((worth) => worth !== null).length * 2 <= ofRun.length;
  };
  const worths = single.map((worth, index) => {
    const word = words[index];
    return word === undefined || isScrap(word) ? null : worth;
  });
  const phrases = document.suggestionPhrases.map(fold);
  const wordCount = (spaced: string) => spaced.split(' ').length;
  const begun = phrases.filter((phrase) =>
    endsWhole ? phrase === query || phrase.startsWith(`${query} `) : phrase.startsWith(query),
  );
  const isWhole =
    begun.some((phrase) => wordCount(phrase) === wordCount(query)) ||
    codeTerms(query).some((code) => text.codes.includes(code));
  const isPhrase = isWhole || (begun.length > 0 && wordCount(query) > 1);
  const ofPhrase = isWhole ? 15 : 14;
  const missingWords = isPhrase ? 0 : worths.filter((worth) => worth === null).length;
  return {
    missingWords,
    inStock: document.inStock,
    exactTitle: missingWords === 0 && title === query,
    titlePrefix: missingWords === 0 && title.startsWith(query),
    intent: isPhrase ? ofPhrase : gradeOf(text, words, worths),
    ...popularityFor(document, query, signals),
  };
}

/** The best of all readings of a word in a document, or null where it does not hold the word. */
function worthOf({ terms, title, codes }: OracleText, word: OracleWord): Worth | null {
  const worths: Worth[] = [];
  const occurrence = (term: string) => occurrenceOf(terms.get(term) ?? 0);
  for (const [term, fields] of terms) {
    for (const { meets, discount, isLiteral, inTitleOnly } of word.readings) {
      if (!meets(term) || (inTitleOnly && (fields & titleFields) === 0)) continue;
      worths.push({
        inTitle: (fields & titleFields) !== 0,
        points: Math.max((occurrence(term) & pointBits) - discount, 0),
        isLiteral,
        isMain: (occurrence(term) & mainBit) !== 0,
      });
    }
  }
  for (const alternative of word.alternatives) {
    const best = alternative.map((isOther) =>
      Math.max(
        ...Array.from(terms.keys())
          .filter(isOther)
          .map((term) => occurrence(term) & pointBits),
      ),
    );
    const points = Math.min(...best);
    if (points >= 5) worths.push({ inTitle: false, points: points - 1, isLiteral: false, isMain: true });
    title.forEach((_, start) => {
      const span = title.slice(start, start + alternative.length);
      if (span.length < alternative.length || !span.every((word, at) => alternative[at]?.(word))) return;
      const points = span.map((word) => Math.max((occurrence(word) & pointBits) - 1, 0));
      worths.push({
        inTitle: true,
        points: Math.min(Math.max(...points), Math.min(...points) + 2),
        isLiteral: false,
        isMain: span.every((word) => (occurrence(word) & mainBit) !== 0),
      });
    });
  }
  for (const code of codes) {
    for (const { text, prefix } of word.patterns) {
      const isBegun = prefix && text.length >= 3 && code.startsWith(text);
      if (code !== text && !isBegun) continue;
      worths.push({ inTitle: false, points: code === text ? 8 : 7, isLiteral: true, isMain: true });
    }
  }
  const yesFirst = (one: boolean, other: boolean) => Number(other) - Number(one);
  worths.sort(
    (left, right) =>
      yesFirst(left.inTitle, right.inTitle) ||
      right.points - left.points ||
      yesFirst(left.isLiteral, right.isLiteral) ||
      yesFirst(left.isMain, right.isMain),
  );
  return worths[0] ?? null;
}

/** The prose of intent.ts. */
function gradeOf(
  { title }: OracleText,
  words: readonly OracleWord[],
  worths: readonly (Worth | null)[],
): number {
  const held = worths.filter((worth) => worth !== null);
  const mean = held.reduce((total, { points }) => total + points, 0) / words.length;
  const isLiteral = held.every((worth) => worth.isLiteral);
  const isInTitle = held.length === words.length && held.every((worth) => worth.inTitle);
  let from = 0;
  const isOrdered = words.every(({ isOwn }) => {
    const place = title.findIndex((word, at) => at >= from && isOwn(word));
    from = place + 1;
    return place >= 0;
  });
  const isSideBySide = title.some((_, start) =>
    words.every(({ isOwn }, index) => start + index < title.length && isOwn(title[start + index] ?? '')),
  );
  const isSequence = words.length > 1 && isInTitle && held.some(({ isMain }) => isMain);
  const order = isSequence ? Number(isOrdered) + Number(isSideBySide) : 0;
  const short = isInTitle && title.length <= 5 ? 1 : 0;
  const grade = (isLiteral ? Math.ceil(mean) : Math.floor(mean)) - 1 + order + short;
  const [least, most] = isInTitle ? [7, 13] : [1, 5];
  return isLiteral ? Math.min(Math.max(grade, least), most) : Math.min(Math.max(grade, least - 1), most - 1);
}

function compareTiers(left: RankTiers, right: RankTiers): number {
  const yesFirst = (one: boolean, other: boolean) => Number(other) - Number(one);
  return (
    left.missingWords - right.missingWords ||
    yesFirst(left.inStock, right.inStock) ||
    yesFirst(left.exactTitle, right.exactTitle) ||
    yesFirst(left.titlePrefix, right.titlePrefix) ||
    right.intent - left.intent ||
    yesFirst(left.isForQuery, right.isForQuery) ||
    right.popularity - left.popularity
  );
}

function alphabetical(left: SearchDocument, right: SearchDocument): number {
  return (
    byCodePoints(fold(left.title), fold(right.title)) ||
    byCodePoints(left.title, right.title) ||
    byCodePoints(left.externalId, right.externalId)
  );
}
