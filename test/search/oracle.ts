/**
 * The oracle: what the engine must answer, by filtering and sorting plain documents. Obviously right and slow.
 * It shares with the engine only how text is cut, folded and stemmed (fold.ts, words.ts, measures.ts, stems.ts), what
 * the parts of one title are (title-zones.ts, occurrence.ts), which word of a query is its head (head-and-price.ts) and which suggestions one document stands behind
 * (suggestion-phrases.ts), which have tests of their own; matching, grading, counting, judging and order are written
 * again from Contract §7 and the prose of intent.ts, suggestion-evidence.ts and suggestion-choice.ts.
 */
import type { SearchDocument } from '../../server/search/document/document.ts';
import {
  mainBit,
  occurrenceOf,
  pointBits,
  shortTitleBit,
  titleFields,
  typeBit,
} from '../../server/search/document/occurrence.ts';
import type { RankTiers, SignalMaps } from '../../server/search/engine.ts';
import { createGeneralityOf } from '../../server/search/phrases/phrase-languages.ts';
import { correctQuery } from '../../server/search/spelling/spelling-correction.ts';
import { fold } from '../../server/search/text/fold.ts';
import { codeTerms, indexTerms, scanWords } from '../../server/search/text/words.ts';
import { byCodePoints, oracleCategories, oracleSuggestions } from './oracle-groups.ts';
import { type OracleText, textOf } from './oracle-text.ts';
import {
  endsWithLetter,
  meetsPattern,
  type OracleStore,
  type OracleWord,
  oracleWords,
} from './oracle-words.ts';
import { dictionaryOf } from './spelling-oracle.ts';

/** A product hit, its card as text. */
export interface OracleProduct {
  readonly productId: string;
  readonly card: string;
  readonly tiers: RankTiers;
}

/** The answer that the engine must give. */
export interface OracleAnswer {
  readonly products: readonly OracleProduct[];
  readonly categories: readonly string[];
  readonly suggestions: readonly string[];
  readonly correctedQuery: string | null;
}

/** Whether a product takes a place beside its group. */
type IsAlone = (productId: string) => boolean;

/** The value of a word in a document. */
interface Worth {
  readonly inTitle: boolean;
  readonly isType: boolean;
  readonly points: number;
  readonly isLiteral: boolean;
  readonly isMain: boolean;
  readonly isShort: boolean;
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
  isAlone: IsAlone = () => false,
): OracleAnswer {
  const found = searchAsTyped(documents, store, text, limit, signals, isAlone);
  if (hasMatch(found)) return found;
  const corrected = correct(documents, store, fold(text));
  if (corrected === null) return found;
  const more = searchAsTyped(documents, store, corrected, limit, signals, isAlone);
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
  isAlone: IsAlone,
): OracleAnswer {
  const query = fold(text);
  const words = oracleWords(query, store);
  if (words.length === 0) return { products: [], categories: [], suggestions: [], correctedQuery: null };
  const rank = (ranked: readonly OracleWord[]) =>
    documents
      .map((document) => ({
        document,
        tiers: tiersOf(document, query, ranked, signals, store),
      }))
      .filter(({ tiers }) => tiers.missingWords < ranked.length)
      .sort(
        (left, right) => compareTiers(left.tiers, right.tiers) || alphabetical(left.document, right.document),
      );
  const whole = endsWithLetter(documents, query, store)
    ? rank(oracleWords(query, store, true)).filter(({ tiers }) => tiers.missingWords === 0)
    : [];
  const others = rank(words).filter(({ document }) => !whole.some((one) => one.document === document));
  const lacking = (tiers: RankTiers) => ({ ...tiers, missingWords: Math.max(tiers.missingWords, 1) });
  // What holds the letter as a beginning only lacks it, where others hold it whole.
  const hits =
    whole.length === 0
      ? others
      : [...whole, ...others.map(({ document, tiers }) => ({ document, tiers: lacking(tiers) }))];
  const holdsAll = (texts: readonly string[], withSynonyms: boolean) => {
    const terms = texts
      .flatMap((one) => [one, store.respell(one) ?? one])
      .flatMap((one) => indexTerms(scanWords(fold(one))));
    return words.every(
      ({ readings, alternatives }) =>
        readings.some(({ meets, isLiteral }) => (isLiteral || withSynonyms) && terms.some(meets)) ||
        (withSynonyms && alternatives.some((all) => all.every((isForm) => terms.some(isForm)))),
    );
  };
  // Words of scripts without spaces are found by pairs of characters; a suggestion holds what is typed as a whole.
  const unspaced =
    query.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]{2,}/gu) ?? [];
  const holdsTyped = (key: string) => holdsAll([key], false) && unspaced.every((run) => key.includes(run));
  return {
    products: firstOfGroups(hits, ({ document }) => document, isAlone)
      .slice(0, limit)
      .map(({ document, tiers }) => present(document, tiers)),
    categories: oracleCategories(documents, query, limit, (path) => holdsAll(path, true)),
    suggestions: oracleSuggestions(documents, store, limit, signals, query, holdsTyped),
    correctedQuery: null,
  };
}

/** The answer to a blank query, from all live documents. */
export function oracleDiscover(
  documents: readonly SearchDocument[],
  store: OracleStore,
  limit: number,
  signals: SignalMaps,
  isAlone: IsAlone = () => false,
): OracleAnswer {
  const general = (document: SearchDocument) => popularityFor(document, '', { ...signals, texts: new Map() });
  const popularity = (document: SearchDocument) => general(document).popularity;
  const products = documents
    .filter((document) => document.inStock)
    .sort(
      (left, right) =>
        popularity(right) - popularity(left) ||
        right.createdAt - left.createdAt ||
        byCodePoints(left.externalId, right.externalId),
    );
  return {
    products: firstOfGroups(products, (document) => document, isAlone)
      .slice(0, limit)
      .map((document) =>
        present(document, {
          missingWords: 0,
          inStock: true,
          exactTitle: false,
          titlePrefix: false,
          intent: 0,
          ...general(document),
        }),
      ),
    categories: oracleCategories(
      documents,
      '',
      limit,
      () => true,
      (title) => createGeneralityOf(store.locale)(title) === 'generic',
    ),
    suggestions: oracleSuggestions(documents, store, limit, signals, '', () => true),
    correctedQuery: null,
  };
}

/** The first of each group, in the order given; a product that stands alone is a group of its own. */
function firstOfGroups<Hit>(
  hits: readonly Hit[],
  documentOf: (hit: Hit) => SearchDocument,
  isAlone: IsAlone,
): Hit[] {
  const known = new Set<string>();
  return hits.filter((hit) => {
    const { productId, group = null } = documentOf(hit);
    if (group === null || isAlone(productId)) return true;
    const isFirst = !known.has(group);
    known.add(group);
    return isFirst;
  });
}

function present(document: SearchDocument, tiers: RankTiers): OracleProduct {
  return { productId: document.productId, card: document.card.join(''), tiers };
}

function tiersOf(
  document: SearchDocument,
  query: string,
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
  const isCode = codeTerms(query).some((code) => text.codes.includes(code));
  const missingWords = isCode ? 0 : worths.filter((worth) => worth === null).length;
  return {
    missingWords,
    inStock: document.inStock,
    exactTitle: missingWords === 0 && title === query,
    titlePrefix: missingWords === 0 && title.startsWith(query),
    intent: isCode ? 15 : gradeOf(text, words, worths),
    ...popularityFor(document, query, signals),
  };
}

/** The best of all readings of a word in a document, or null where it does not hold the word. */
function worthOf({ terms, title, codes }: OracleText, word: OracleWord): Worth | null {
  const worths: Worth[] = [];
  const occurrence = (term: string) => {
    const found = occurrenceOf(terms.get(term) ?? 0);
    const isType = (found & typeBit) !== 0;
    return {
      isType: isType && word.isHead,
      points: isType && !word.isHead ? pointBits : found & pointBits,
      isMain: (found & mainBit) !== 0,
      isShort: (found & shortTitleBit) !== 0,
    };
  };
  for (const [term, fields] of terms) {
    const found = occurrence(term);
    for (const { meets, discount, isLiteral, inTitleOnly } of word.readings) {
      const inTitle = (fields & titleFields) !== 0;
      if (!meets(term) || (inTitleOnly && !inTitle)) continue;
      worths.push({ ...found, inTitle, points: Math.max(found.points - discount, 0), isLiteral });
    }
  }
  for (const alternative of word.alternatives) {
    const best = alternative.map((isOther) =>
      Math.max(
        ...Array.from(terms.keys())
          .filter(isOther)
          .map((term) => occurrence(term).points),
      ),
    );
    const points = Math.min(...best);
    if (points >= 3) {
      const elsewhere = { inTitle: false, isType: false, isLiteral: false, isMain: true, isShort: false };
      worths.push({ ...elsewhere, points: points - 1 });
    }
    title.forEach((_, start) => {
      const span = title.slice(start, start + alternative.length);
      if (span.length < alternative.length || !span.every((word, at) => alternative[at]?.(word))) return;
      const found = span.map(occurrence);
      const each = found.map((one) => Math.max(one.points - 1, 0));
      worths.push({
        inTitle: true,
        isType: found.some(({ isType }) => isType),
        points: Math.min(Math.max(...each), Math.min(...each) + 1),
        isLiteral: false,
        isMain: found.every(({ isMain }) => isMain),
        isShort: found.every(({ isShort }) => isShort),
      });
    });
  }
  for (const code of codes) {
    for (const { text, prefix } of word.patterns) {
      const isBegun = prefix && text.length >= 3 && code.startsWith(text);
      if (code !== text && !isBegun) continue;
      const ofCode = { inTitle: false, isType: false, isLiteral: true, isMain: true, isShort: false };
      worths.push({ ...ofCode, points: code === text ? 4 : 3 });
    }
  }
  const yesFirst = (one: boolean, other: boolean) => Number(other) - Number(one);
  worths.sort(
    (left, right) =>
      yesFirst(left.inTitle, right.inTitle) ||
      yesFirst(left.isType, right.isType) ||
      right.points - left.points ||
      yesFirst(left.isLiteral, right.isLiteral) ||
      yesFirst(left.isMain, right.isMain) ||
      yesFirst(left.isShort, right.isShort),
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
  const isShort = held.some((worth) => worth.isShort);
  const isOfType = held.some(({ isType }) => isType);
  const lowered = isLiteral ? 0 : 1;
  const about = mean + order;
  if (!isInTitle) return (isOfType ? (about >= 4 ? 9 : 8) : Math.min(3, 1 + Math.floor(about))) - lowered;
  const steps = isOfType ? [5, 6, 7, 8] : [4, 5, 6, 7, 8.5];
  const reached = steps.filter((least) => about + Number(isShort) >= least).length;
  return (isOfType ? 10 : 4) + reached - lowered;
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

/**
 * Returns the popularity of a product for a query: that of those who typed the query counts before that of all. Boosts multiply
 * either, general popularity as if there was one click more.
 */
export function popularityFor(
  { productId }: SearchDocument,
  query: string,
  { products, texts, boosts = { factors: [], products: new Map() } }: SignalMaps,
): Pick<RankTiers, 'isForQuery' | 'popularity' | 'boosts'> {
  const own = Math.max(products.get(productId) ?? 0, 0);
  const ofQuery = own > 0 ? (texts?.get(query)?.get(productId) ?? 0) : 0;
  const rules = boosts.products.get(productId) ?? 0;
  const met = boosts.factors.filter((_, rule) => Math.floor(rules / 2 ** rule) % 2 === 1);
  const all = met.reduce((product, factor) => product * factor, 1);
  const factor = Math.max(Math.min(all, 64), 1 / 64);
  const [isForQuery, general] = [ofQuery > 0, factor === 1 ? own : (own + 1) * factor - 1];
  return { isForQuery, popularity: isForQuery ? ofQuery * factor : general, boosts: rules };
}
