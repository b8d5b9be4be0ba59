/**
 * Finds names of models in titles: `galaxy s7` of `case for Samsung Galaxy S7 Cell Phones`, and what the title's own thing is called,
 * `galaxy j3`. Shoppers type them more than anything else, without the maker and without what follows. Pure. At most 3 models of 3
 * words, from the first 80 words of a title; a title without them gives an empty list or null. It never invents a name: every word
 * stands in the title.
 */
// Tests: ./compose-phrases.test.ts.
import file from '../../../language/enrichment/model-names.json' with { type: 'json' };
import { wordsOfLines } from '../../../language/words.ts';
import { fold } from '../../../search/text/fold.ts';
import { unitOf } from '../../../search/text/units.ts';

import type { CatalogProfile } from './catalog-profile.ts';
import type { OfflineLanguage, TitleReading } from './title-reading.ts';
import { audienceOf, isVague } from './trait-words.ts';

interface Token {
  /** The token in lower case. */
  readonly text: string;
  readonly folded: string;
  /** Spelled as names are: `Galaxy`, `iPhone`. */
  readonly isName: boolean;
  readonly hasDigit: boolean;
  /** Something other than space stands before it: `,` or `/`. */
  readonly apart: boolean;
}

const tokenShape = /[\p{L}\p{M}\p{N}]+(?:[-'’.][\p{L}\p{M}\p{N}]+)*/gu;

function tokensOf(title: string, { lowerCase }: OfflineLanguage): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: text, index } of title.matchAll(tokenShape)) {
    tokens.push({
      text: lowerCase(text),
      folded: fold(text),
      isName: /\p{Lu}|\p{Lo}/u.test(text),
      hasDigit: /\p{N}/u.test(text),
      apart: title.slice(end, index).trim() !== '',
    });
    end = index + text.length;
  }
  return tokens;
}

/** Makers whose devices others make accessories for; a shop of accessories may not have them as brands. */
const makers = new Set(wordsOfLines(file.makers));
/** Words that are never part of a model. */
const kinds = new Set(wordsOfLines(file.kinds));
/** Words that belong to a name after its number. */
const suffixes = new Set(wordsOfLines(file.suffixes));
const connectors = new Set(wordsOfLines(file.connectors));

const compatible = /^[ck]ompatib/;
const wordsMax = 3;
const modelsMax = 3;
const codeMaxLength = 10;
/** A lone code: `pe1855`, `lq-590`. */
const codeMinLength = 4;

interface Model {
  readonly line: readonly string[];
  readonly text: string;
  /** The index of the first token behind it. */
  readonly end: number;
}

/** No list of models is longer. */
const lookedAt = 80;

/** The models that a title says its thing is for, in lower case; at most three. */
export function modelsFitted(
  { spelled, words }: TitleReading,
  profile: CatalogProfile,
  language: OfflineLanguage,
): string[] {
  const { fits } = language.grammar;
  if (fits === null) return [];
  const at = words.findIndex(({ folded }) => fits.words.has(folded) || compatible.test(folded));
  const word = words[at];
  if (word === undefined) return [];
  if (fits.isBehind) return new ModelReading(spelled, profile, language).before(fits.words);
  const isPair = !fits.words.has(word.folded);
  const from = (isPair ? words[at + 1] : word)?.end ?? spelled.length;
  return new ModelReading(spelled.slice(from, from + lookedAt), profile, language).list(0);
}

/** The model name of a title's own thing after the brand, `galaxy note 5`, or null. */
export function ownModel(
  { spelled, words }: TitleReading,
  profile: CatalogProfile,
  language: OfflineLanguage,
): string | null {
  const first = words.findIndex(({ kind }) => kind !== 'brand');
  const isNumbered = words
    .slice(first + 1, first + 1 + wordsMax)
    .some(({ kind }) => kind === 'number' || kind === 'code');
  if (first < 1 || !isNumbered) return null;
  const from = words[first]?.start ?? 0;
  return new ModelReading(spelled.slice(from, from + lookedAt), profile, language).own();
}

class ModelReading {
  readonly #tokens: readonly Token[];
  readonly #profile: CatalogProfile;
  readonly #language: OfflineLanguage;

  constructor(title: string, profile: CatalogProfile, language: OfflineLanguage) {
    this.#tokens = tokensOf(title, language);
    this.#profile = profile;
    this.#language = language;
  }

  /** `iphone 7 uyumlu kılıf`. */
  before(words: ReadonlySet<string>): string[] {
    const end = this.#tokens.findIndex(({ folded }) => words.has(folded));
    for (let start = Math.max(0, end - wordsMax - 2); start < end; start += 1) {
      const models = this.list(start);
      if (this.#model(start)?.end === end) return models.slice(0, 1);
    }
    return [];
  }

  own(): string | null {
    const model = this.#model(0);
    return model === null || model.line.length === 0 || !/\p{N}/u.test(model.text) ? null : model.text;
  }

  /** `iphone 6, 6s and 7`. */
  list(from: number): string[] {
    const first = this.#model(from);
    if (first === null) return [];
    const texts = [first.text];
    for (let at = first.end; texts.length < modelsMax; ) {
      const isJoined = connectors.has(this.#tokens[at]?.folded ?? '');
      if (!isJoined && this.#tokens[at]?.apart !== true) break;
      if (isJoined) at += 1;
      const next = this.#model(at, true) ?? this.#again(at, first);
      if (next === null) break;
      if (!texts.includes(next.text)) texts.push(next.text);
      at = next.end;
    }
    return texts;
  }

  /** `6s plus` behind `iphone 6 plus and`. */
  #again(at: number, { line }: Model): Model | null {
    const token = this.#tokens[at];
    if (token === undefined || line.length === 0) return null;
    if (!this.#isNumber(at) && !suffixes.has(token.folded)) return null;
    return this.#ended([...line, token.text], at + 1, line);
  }

  #model(from: number, isMore = false): Model | null {
    let start = from;
    while (start < from + 2 && this.#isMaker(start)) start += 1;
    const line: string[] = [];
    let at = start;
    while (line.length < wordsMax && this.#isOfLine(at, at > from && !(isMore && at === from))) {
      line.push(this.#tokens[at]?.text ?? '');
      at += 1;
    }
    const isNumbered = (at === from || this.#tokens[at]?.apart === false) && this.#isNumber(at);
    const maker = this.#tokens.slice(from, start).map(({ text }) => text);
    if (!isNumbered) {
      if (maker.length === 0 || line.length === 0 || line.length === wordsMax) return null;
      const isWhole = line.length > 1 || suffixes.has(this.#tokens[at]?.folded ?? '');
      return this.#ended(isWhole ? line : [...maker, ...line], at, line);
    }
    const code = this.#tokens[at]?.text ?? '';
    if (line.length > 0) return this.#ended([...line, code], at + 1, line);
    if (isMore && maker.length === 0) return null;
    if (maker.length === 0 && (code.length < codeMinLength || !/\p{L}/u.test(code))) return null;
    return this.#ended([...maker, code], at + 1, maker);
  }

  /** Returns the model with the words of its name that stand behind the number. */
  #ended(name: readonly string[], at: number, line = name): Model {
    const parts = [...name];
    let end = at;
    while (this.#tokens[end]?.apart === false && suffixes.has(this.#tokens[end]?.folded ?? '')) {
      parts.push(this.#tokens[end]?.text ?? '');
      end += 1;
    }
    // `Galaxy S 5` is typed as one word.
    return { line, text: parts.join(' ').replace(/(?<= \p{L}) (?=\d)/u, ''), end };
  }

  #isMaker(at: number): boolean {
    const folded = this.#tokens[at]?.folded ?? '';
    return makers.has(folded) || this.#profile.brands.has(folded);
  }

  #isOfLine(at: number, mustJoin: boolean): boolean {
    const token = this.#tokens[at];
    if (token === undefined || token.hasDigit || !token.isName || (mustJoin && token.apart)) return false;
    const { folded } = token;
    const { words, stem } = this.#language;
    if (kinds.has(folded) || suffixes.has(folded) || isVague(folded) || words.roles.get(folded) !== undefined)
      return false;
    if (audienceOf(folded) !== null) return false;
    const isNumbered = this.#isNumber(at + 1) || suffixes.has(this.#tokens[at + 1]?.folded ?? '');
    return isNumbered || !this.#profile.categoryNouns.has(stem(folded));
  }

  /** A short number or code, no measure. */
  #isNumber(at: number): boolean {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    if (token?.hasDigit !== true || token.text.length > codeMaxLength) return false;
    if (
      /^\d+(?:[.,]\d+)?\p{L}*$/u.test(token.text) &&
      unitOf(/\p{L}*$/u.exec(token.folded)?.[0] ?? '') !== null
    )
      return false;
    const isMeasured =
      next !== undefined && !next.apart && (unitOf(next.folded) !== null || next.folded === 'x');
    return !isMeasured && !token.text.includes('.');
  }
}
