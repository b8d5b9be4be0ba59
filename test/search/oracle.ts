/**
 * The oracle: what the engine must answer, by filtering and sorting plain documents. Obviously right and slow.
 * It shares with the engine only how text is cut and folded (fold.ts, words.ts) and which suggestions one document
 * stands behind (suggestion-phrases.ts), which have tests of their own; matching, grading, counting and order are
 * written again from Contract §7 and the prose of intent.ts.
 */
import type { SearchDocument } from '../../server/search/document.ts';
import type { RankTiers, Signals } from '../../server/search/engine.ts';
import { fold } from '../../server/search/fold.ts';
import { createSuggestionSource, type SuggestionPhrase } from '../../server/search/suggestion-phrases.ts';
import { foldCode, indexTerms, scanWords } from '../../server/search/words.ts';

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
}

/** How a word stands in a text: not at all, as the beginning of a word, or as a whole one. */
type Standing = 'none' | 'begun' | 'whole';

interface OracleWord {
  readonly text: string;
  readonly prefix: boolean;
  readonly joined: readonly { readonly text: string; readonly prefix: boolean }[];
}

/** The answer to a query that is not blank, from all live documents. */
export function oracleSearch(
  documents: readonly SearchDocument[],
  locale: string,
  text: string,
  limit: number,
  signals: Signals,
): OracleAnswer {
  const query = fold(text);
  const words = oracleWords(query);
  if (words.length === 0) return { products: [], categories: [], suggestions: [] };
  const hits = documents
    .map((document) => ({ document, tiers: tiersOf(document, query, words, signals) }))
    .filter(({ tiers }) => tiers.missingWords < words.length)
    .sort(
      (left, right) => compareTiers(left.tiers, right.tiers) || alphabetical(left.document, right.document),
    );
  const holdsAll = (texts: readonly string[]) => words.every((word) => standing(word, texts) !== 'none');
  return {
    products: hits.slice(0, limit).map(({ document, tiers }) => present(document, tiers)),
    categories: categories(documents, query, limit, holdsAll),
    suggestions: suggestions(documents, locale, limit, signals, (key) => holdsAll([key])),
  };
}

/** The answer to a blank query, from all live documents. */
export function oracleDiscover(
  documents: readonly SearchDocument[],
  locale: string,
  limit: number,
  signals: Signals,
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
        popularity: popularity(document),
      }),
    ),
    categories: categories(documents, '', limit, () => true),
    suggestions: suggestions(documents, locale, limit, signals, () => true),
  };
}

function present(document: SearchDocument, tiers: RankTiers): OracleProduct {
  return { productId: document.productId, card: document.card, tiers };
}

/** The words of a query, each with what it makes together with its neighbours. */
function oracleWords(query: string): OracleWord[] {
  const words = scanWords(query).filter(({ kind }) => kind !== 'tail');
  const join = (start: number, end: number) => {
    const parts = words.slice(Math.max(start, 0), end);
    const possible = start >= 0 && end <= words.length && parts.length > 1;
    if (!possible || !parts.every(({ kind }) => kind === 'word')) return [];
    return [{ text: parts.map(({ text }) => text).join(''), prefix: end === words.length }];
  };
  return words.map(({ text, kind }, index) => {
    const before = words.slice(0, index + 1).findLastIndex(({ glued }) => !glued);
    const after = words.findIndex(({ glued }, place) => place > index && !glued);
    return {
      text,
      prefix: index === words.length - 1 || kind === 'lone',
      joined: [
        ...join(index - 1, index + 1),
        ...join(index, index + 2),
        ...join(Math.max(before, 0), after === -1 ? words.length : after),
        ...join(0, words.length),
      ],
    };
  });
}

function standing(word: OracleWord, texts: readonly string[]): Standing {
  return standingIn(
    word,
    texts.flatMap((text) => indexTerms(scanWords(fold(text)))),
  );
}

function standingIn(word: OracleWord, terms: readonly string[]): Standing {
  const patterns = [{ text: word.text, prefix: word.prefix }, ...word.joined];
  if (patterns.some(({ text }) => terms.includes(text))) return 'whole';
  const begins = ({ text, prefix }: { text: string; prefix: boolean }) =>
    prefix && terms.some((term) => term.startsWith(text));
  return patterns.some(begins) ? 'begun' : 'none';
}

function tiersOf(
  document: SearchDocument,
  query: string,
  words: readonly OracleWord[],
  signals: Signals,
): RankTiers {
  const title = fold(document.title);
  const points = words.map((word) => pointsOf(document, word));
  return {
    missingWords: points.filter((point) => point === null).length,
    inStock: document.inStock,
    exactTitle: title === query,
    titlePrefix: title.startsWith(query),
    intent: intentOf(document, query, words, points),
    popularity: signals.products.get(document.productId) ?? 0,
  };
}

/** Points of a word in a document by intent.ts, or null where the document does not hold it. */
function pointsOf(document: SearchDocument, word: OracleWord): number | null {
  const topic = [
    ...document.categoryPath,
    ...(document.brand === null ? [] : [document.brand]),
    ...document.suggestionPhrases,
    ...document.searchPhrases,
  ];
  const inTitle = standing(word, [document.title]);
  const inTopic = standing(word, topic);
  const inValue = standing(
    word,
    document.attributes.map(([, value]) => value),
  );
  const inLabel = standing(
    word,
    document.attributes.map(([label]) => label),
  );
  const asCode = standingIn(word, document.identifiers.map((code) => foldCode(fold(code))).filter(Boolean));
  const all = [inTitle, inTopic, inValue, inLabel, asCode];
  if (all.every((one) => one === 'none')) return null;
  const points = (stands: (one: Standing) => boolean, codes: boolean) => {
    if (stands(inTitle)) return stands(inTopic) ? 4 : 3;
    if (codes && stands(asCode)) return 3;
    if (stands(inTopic)) return 2;
    return stands(inValue) ? 1 : 0;
  };
  const whole = points((one) => one === 'whole', true);
  const begun = points((one) => one !== 'none', false) - 1;
  return Math.max(whole, begun);
}

function intentOf(
  document: SearchDocument,
  query: string,
  words: readonly OracleWord[],
  points: readonly (number | null)[],
): number {
  const phrases = [...document.suggestionPhrases, ...document.searchPhrases].map(fold);
  if (phrases.some((phrase) => phrase.startsWith(query))) return 15;
  const sum = points.reduce<number>((total, point) => total + (point ?? 0), 0);
  const titleWords = scanWords(fold(document.title)).filter(({ kind }) => kind !== 'tail');
  const neighbours = titleWords.some((_, start) =>
    words.every((word, index) => {
      const text = titleWords[start + index]?.text;
      return text !== undefined && (word.prefix ? text.startsWith(word.text) : text === word.text);
    }),
  );
  const [word] = words;
  const single = words.length === 1 && word !== undefined && standing(word, [document.title]) !== 'none';
  return Math.floor((12 * sum) / (4 * words.length)) + (neighbours || single ? 2 : 0);
}

function compareTiers(left: RankTiers, right: RankTiers): number {
  const yesFirst = (one: boolean, other: boolean) => Number(other) - Number(one);
  return (
    left.missingWords - right.missingWords ||
    yesFirst(left.inStock, right.inStock) ||
    yesFirst(left.exactTitle, right.exactTitle) ||
    yesFirst(left.titlePrefix, right.titlePrefix) ||
    right.intent - left.intent ||
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

function byCodePoints(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8'));
}

function categories(
  documents: readonly SearchDocument[],
  query: string,
  limit: number,
  matches: (path: readonly string[]) => boolean,
): string[] {
  const found = documents.filter(({ categoryPath }) => categoryPath.length > 0 && matches(categoryPath));
  const titleOf = (document: SearchDocument) => document.categoryPath.at(-1) ?? '';
  const groups = Array.from(Map.groupBy(found, (document) => fold(titleOf(document))));
  const inStock = (members: readonly SearchDocument[]) => members.filter((member) => member.inStock).length;
  return groups
    .sort(
      ([left, leftMembers], [right, rightMembers]) =>
        Number(right.startsWith(query)) - Number(left.startsWith(query)) ||
        inStock(rightMembers) - inStock(leftMembers) ||
        byCodePoints(left, right),
    )
    .slice(0, limit)
    .map(([, members]) => mostCommon(members.map(titleOf)));
}

function suggestions(
  documents: readonly SearchDocument[],
  locale: string,
  limit: number,
  signals: Signals,
  matches: (key: string) => boolean,
): string[] {
  const source = createSuggestionSource(locale);
  const all = documents.filter(({ inStock }) => inStock).flatMap((document) => source.phrasesOf(document));
  const clicks = (key: string) => Math.max(signals.phrases.get(key) ?? 0, 0);
  const isShown = (members: readonly SuggestionPhrase[]) =>
    members.length > 1 || members.some(({ named }) => named);
  return Array.from(Map.groupBy(all, ({ key }) => key))
    .filter(([key, members]) => isShown(members) && matches(key))
    .sort(
      ([left, leftMembers], [right, rightMembers]) =>
        clicks(right) - clicks(left) || rightMembers.length - leftMembers.length || byCodePoints(left, right),
    )
    .slice(0, limit)
    .map(([, members]) => {
      const named = members.filter((member) => member.named);
      return mostCommon((named.length > 0 ? named : members).map(({ display }) => display));
    });
}

function mostCommon(texts: readonly string[]): string {
  const groups = Array.from(Map.groupBy(texts, (text) => text));
  const [best] = groups.sort(
    ([left, leftTexts], [right, rightTexts]) =>
      rightTexts.length - leftTexts.length || byCodePoints(left, right),
  );
  return best?.[0] ?? '';
}
