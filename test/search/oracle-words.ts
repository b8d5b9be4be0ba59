/** The words of a query as the oracle (oracle.ts) reads them, with all that meets each, from the prose of query.ts and last-letter.ts. */
import type { SearchDocument } from '../../server/search/document/document.ts';
import { titleFields } from '../../server/search/document/occurrence.ts';
import { headOf, priceStart } from '../../server/search/query/head-and-price.ts';
import type { QueryAnalysis } from '../../server/search/query/query.ts';
import { measuresOf } from '../../server/search/text/measures.ts';
import type { Word } from '../../server/search/text/word.ts';
import { scanWords } from '../../server/search/text/words.ts';
import { type OracleLanguage, type OracleText, textOf } from './oracle-text.ts';

/** A way to read a word of the query in a document, and its cost. */
export interface Reading {
  readonly meets: (term: string) => boolean;
  readonly discount: number;
  readonly isLiteral: boolean;
  readonly inTitleOnly: boolean;
}

export interface OracleWord {
  /** It asks what the product is. */
  readonly isHead: boolean;
  /** Pairs of one run of a script without spaces are held together or not at all. */
  readonly run: number;
  readonly readings: readonly Reading[];
  /** Met by the word itself: what stands in order in a title is told by it. */
  readonly isOwn: (term: string) => boolean;
  /** Codes that meet the word. */
  readonly patterns: readonly Pattern[];
  /** Other words for it, two or more, all of which are needed. */
  readonly alternatives: readonly (readonly ((term: string) => boolean)[])[];
}

export interface Pattern {
  readonly text: string;
  readonly prefix: boolean;
}

/** The store's language and synonyms, as the engine gets them. */
export interface OracleStore extends OracleLanguage {
  readonly locale: string;
  readonly expand: QueryAnalysis['expand'];
}

function read(meets: Reading['meets'], discount: number, isLiteral = true, inTitleOnly = false): Reading {
  return { meets, discount, isLiteral, inTitleOnly };
}

/** Returns the number of each word's run. */
function runsOf(scanned: readonly Word[]): number[] {
  return scanned.flatMap(({ kind }, place) =>
    kind === 'tail' ? [] : [scanned.slice(0, place).filter((before) => before.kind !== 'pair').length],
  );
}

/** The distinct words of a query, each with all that meets it; `endsWhole`: nothing of the last one is still to come. */
export function oracleWords(query: string, store: OracleStore, endsWhole = false): OracleWord[] {
  const scanned = scanWords(query);
  const words = scanned.filter(({ kind }) => kind !== 'tail');
  const runs = runsOf(scanned);
  const synonyms = store.expand(words);
  const isBegun = (end: number) => !endsWhole && end === words.length && words.at(-1)?.inches !== true;
  // A digit goes on behind a point: `usb 3`, `usb 3.0`.
  const withPoint = (text: string, end: number): Pattern[] =>
    endsWhole && end === words.length && /\p{N}$/u.test(words.at(-1)?.text ?? '')
      ? [{ text: `${text}.`, prefix: true }]
      : [];
  const texts = words.map(({ text }) => text);
  const head = headOf(texts, store.nounFirst);
  const end = priceStart(texts);
  const join = (start: number, end: number) => {
    const parts = words.slice(Math.max(start, 0), end);
    const possible = start >= 0 && end <= words.length && parts.length > 1;
    if (!possible || !parts.every(({ kind }) => kind === 'word')) return [];
    const text = parts.map((part) => part.text).join('');
    return [{ text, prefix: isBegun(end) }, ...withPoint(text, end)];
  };
  return words.flatMap(({ text, kind }, index) => {
    if (index >= end) return [];
    if (words.findIndex((word) => word.text === text) < index) return [];
    const before = words.slice(0, index + 1).findLastIndex(({ glued }) => !glued);
    const after = words.findIndex(({ glued }, place) => place > index && !glued);
    const own = { text, prefix: isBegun(index + 1) || kind === 'lone' };
    const measures = measuresOf(words).filter(({ start, end }) => index >= start && index < end);
    const joined = [
      ...measures.flatMap((measure) => [
        { text: measure.text, prefix: isBegun(measure.end) },
        ...withPoint(measure.text, measure.end),
      ]),
      ...join(index - 1, index + 1),
      ...join(index, index + 2),
      ...join(Math.max(before, 0), after === -1 ? words.length : after),
      ...join(0, words.length),
    ];
    const isForm = (other: string) => (term: string) =>
      term === other || store.stem(term) === store.stem(other);
    const said = synonyms
      .filter(({ start, end }) => index >= start && index < end)
      .map((one) => new Set(one.words));
    const others = said
      .filter((one) => !one.has(text) && !said.some((less) => less.size < one.size && less.isSubsetOf(one)))
      .map((one) => Array.from(one, isForm));
    const stem = store.stem(text);
    const isLast = endsWhole && text === words.at(-1)?.text;
    return {
      isHead: index === head || kind !== 'word',
      run: runs[index] ?? 0,
      isOwn: (term) => meetsPattern(term, own),
      patterns: [own, ...joined],
      alternatives: others.filter(({ length }) => length > 1),
      readings: [
        read((term) => term === text, 0, true, isLast),
        read((term) => meetsPattern(term, own), 1, true, isLast),
        ...withPoint(text, index + 1).map((pattern) =>
          read((term) => meetsPattern(term, pattern), 1, true, true),
        ),
        ...joined.map((pattern) => read((term) => term === pattern.text, 1)),
        ...joined.map((pattern) => read((term) => meetsPattern(term, pattern), 2)),
        read((term) => term !== text && store.stem(term) === stem, 1),
        ...others
          .filter(({ length }) => length === 1)
          .flatMap((forms) => forms.map((isOther) => read(isOther, 1, false))),
      ],
    };
  });
}

/** Whether the last word of a query is a letter that a product writes together with those before it. */
export function endsWithLetter(
  documents: readonly SearchDocument[],
  query: string,
  store: OracleStore,
): boolean {
  const scanned = scanWords(query);
  const [before, last] = scanned.slice(-2);
  if (last === undefined || before === undefined || Array.from(last.text).length > 1) return false;
  const isRepeated = scanned.slice(0, -1).some(({ text }) => text === last.text);
  if (isRepeated || last.inches) return false;
  const [, ...joined] = oracleWords(query, store).at(-1)?.patterns ?? [];
  const begun = joined.filter(({ prefix }) => prefix).map(({ text }) => text);
  const texts = documents.map((document) => textOf(document, store));
  return isLetterJoined(texts, { letter: last.text, before: before.text, joined: begun }, store.stem);
}

/** A query's last letter, the word before it, and the spellings of both together. */
interface Letter {
  readonly letter: string;
  readonly before: string;
  readonly joined: readonly string[];
}

/** Whether a title holds a spelling, and where that could be another word, both parts of it too. */
function isLetterJoined(
  texts: readonly OracleText[],
  { letter, before, joined }: Letter,
  stem: (word: string) => string,
): boolean {
  const together = joined.filter((word) => stem(word) !== stem(word.slice(0, word.length - letter.length)));
  return texts.some(({ terms }) => {
    const isInTitle = (word: string) => ((terms.get(word) ?? 0) & titleFields) !== 0;
    return together.some((word) => {
      const isMixed = /\p{N}/u.test(word) && /\p{L}/u.test(word);
      return isInTitle(word) && (isMixed || (isInTitle(letter) && isInTitle(before)));
    });
  });
}
export function meetsPattern(term: string, { text, prefix }: Pattern): boolean {
  return prefix ? term.startsWith(text) : term === text;
}
