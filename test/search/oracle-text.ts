/** The text of a document, as the oracle (oracle.ts) reads it. */

import { isDenied, wordsPerProduct } from '../../server/search/document/attribute-words.ts';
import type { SearchDocument } from '../../server/search/document/document.ts';
import { field } from '../../server/search/document/occurrence.ts';
import { wordsOf, zoneTitle } from '../../server/search/document/title-zones.ts';
import { fold } from '../../server/search/text/fold.ts';
import { codeTerms, indexTerms, scanWords } from '../../server/search/text/words.ts';

/** The text of a document: its terms with the fields of all their occurrences, the sequence of its title, its codes. */
export interface OracleText {
  readonly terms: ReadonlyMap<string, number>;
  readonly title: readonly string[];
  readonly codes: readonly string[];
}

/** The decisions of a language about the words of a document. */
export interface OracleLanguage {
  readonly stem: (word: string) => string;
  readonly respell: (text: string) => string | null;
  /** Phrases begin with their noun, as against ending with it. */
  readonly nounFirst: boolean;
}

function foldOrNull(text: string | null): string | null {
  return text === null ? null : fold(text);
}

/** Reads a document; in the store's language. */
export function textOf(document: SearchDocument, { stem, respell, nounFirst }: OracleLanguage): OracleText {
  const terms = new Map<string, number>();
  const add = (term: string, fields: number) => terms.set(term, (terms.get(term) ?? 0) | fields);
  const termsOf = (text: string) =>
    [text, respell(text) ?? text].flatMap((spelling) => indexTerms(scanWords(fold(spelling))));
  const addText = (text: string, fields: number) => {
    for (const term of termsOf(text)) add(term, fields);
  };
  const addAttribute = (text: string, fields: number) => {
    for (const term of termsOf(text).slice(0, Math.max(0, wordsPerProduct - terms.size))) add(term, fields);
  };
  for (const element of document.categoryPath) addText(element, field.category);
  if (document.brand !== null) addText(document.brand, field.brand);
  const topics = Array.from(terms.keys(), stem);
  for (const phrase of [...document.suggestionPhrases, ...document.searchPhrases])
    addText(phrase, field.phrase);
  const names = document.type == null ? [] : [document.type.name, ...document.type.otherNames];
  for (const name of names) addText(name, field.phrase);
  const nouns = names.flatMap((name) => wordsOf(fold(name)).at(nounFirst ? 0 : -1) ?? []);
  for (const noun of nouns) add(noun, field.type);
  const types = nouns.map(stem);
  const zoned = zoneTitle(
    fold(document.title),
    wordsOf(fold(document.brand ?? '')),
    foldOrNull(respell(document.title)),
  );
  for (const { text, fields } of zoned) {
    const isTopic = topics.includes(stem(text));
    const isType = types.includes(stem(text));
    add(text, fields | (isTopic ? field.topicForm : 0) | (isType ? field.type : 0));
  }
  for (const [label, value] of document.attributes) {
    if (!isDenied(value)) addAttribute(label, field.label);
    addAttribute(value, field.value);
  }
  return {
    terms,
    title: zoned.filter(({ isWord }) => isWord).map((term) => term.text),
    codes: document.identifiers.flatMap((code) => codeTerms(fold(code))),
  };
}
