/**
 * Reads the bodies of calls about phrases and the queue. Pure; it never corrects a value: every fault is reported with its place. At
 * most 8 suggestions, 24 search phrases, 8 other names, 500 blocked entries and 500 ids a call; a phrase has 80 characters.
 */
// Tests: test/storage/enrichment.test.ts, test/api/enrichment.test.ts.
import type { PhrasesInput } from '../../../contract/enrichment.ts';
import { limits } from '../../../contract/limits.ts';
import { decidedStates } from '../../../contract/words/enrichment.ts';
import { quote } from '../../catalog/problem.ts';
import { certainType } from '../../catalog/product-type.ts';
import { hasForbiddenCharacters, isLongerThan, toOneLine } from '../../catalog/text.ts';
import { reportUnknown } from '../../catalog/unknown-fields.ts';
import type { PhraseDecision } from '../../enrichment/decide-phrases.ts';
import type { Report } from '../../errors.ts';
import type { Formats } from '../../operations/read-by-schema.ts';
import { fold } from '../../search/text/fold.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The formats that bodies of phrases and of the queue name. */
export const enrichmentFormats: Formats = {
  'phrases-decision': (value, _place, report) => parseDecision(value as JsonObject, report),
  'monthly-budget': (value, _place, report) => parseBudget(value, report),
  'type-name': (value, { path }, report) => parseTypeName(value, path, report),
  blocklist: (value, _place, report) => parseBlocklist(value, report),
  'chosen-products'(value, { path }, report) {
    const ids: readonly unknown[] = Array.isArray(value) ? value : [];
    const isList = ids.length > 0 && ids.length <= limits.productIdsPerCall;
    if (isList && ids.every((id) => typeof id === 'string')) return ids;
    report(path, 'list_invalid', `"external_ids" takes a list of 1 to ${limits.productIdsPerCall} ids.`);
    return [];
  },
};

/** Reads a person's decision from the body. A type that a person names is certain. */
export function decisionOf(body: PhrasesInput): PhraseDecision {
  const { suggestion_phrases: suggestionPhrases, search_phrases: searchPhrases, type, state } = body;
  const decidedState = decidedStates.find((decided) => decided === state);
  return {
    ...(suggestionPhrases !== undefined && { suggestionPhrases }),
    ...(searchPhrases !== undefined && { searchPhrases }),
    ...(type !== undefined && { type: type && certainType(type.name, type.other_names ?? []) }),
    ...(decidedState !== undefined && { state: decidedState }),
  };
}

function parseDecision(body: JsonObject, report: Report): PhrasesInput {
  const known = ['suggestion_phrases', 'search_phrases', 'type', 'state'];
  reportUnknown(body, { what: 'The body', known }, report);
  const has = (name: string) => body[name] !== undefined;
  const hasWords = has('suggestion_phrases') || has('search_phrases') || has('type');
  // A decision can be sent as it was read: given words are edited ones.
  const isEdited = hasWords && body.state === 'edited';
  const decision = {
    ...(has('suggestion_phrases') && { suggestion_phrases: parsePhrases(body, suggestions, report) }),
    ...(has('search_phrases') && { search_phrases: parsePhrases(body, searches, report) }),
    ...(has('type') && { type: parseType(body.type, report) }),
    ...(has('state') && !isEdited && { state: parseState(body.state, report) }),
  };
  if (!hasWords && !has('state')) {
    const message = 'Name phrases, a type, or a state: approved, rejected, locked or generated.';
    report('', 'decision_missing', message);
  }
  if (hasWords && has('state') && !isEdited && body.state !== 'locked') {
    const message = `Phrases and a type that are given are "edited": leave "state" out, or set it to "edited" or "locked".`;
    report('/state', 'state_invalid', message);
  }
  return decision;
}

function parseType(value: unknown, report: Report): NonNullable<PhrasesInput['type']> | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) {
    const message = `"type" takes an object with "name", or null for none, got ${quote(value)}.`;
    report('/type', 'type_invalid', message);
    return null;
  }
  const given = { ...value } as JsonObject;
  reportUnknown(given, { what: 'A type', known: ['name', 'other_names'], path: '/type' }, report);
  const name = parseTypeName(given.name, '/type/name', report);
  const others = given.other_names === undefined ? [] : parsePhrases(given, otherNames, report, '/type');
  return { name, other_names: others };
}

/** The name of a type on one line, or an empty text after what is wrong was reported. */
function parseTypeName(value: unknown, path: string, report: Report): string {
  const refuse = (message: string) => report(path, 'phrase_invalid', message);
  const name = parsePhrase(value, limits.suggestionPhraseMaxWords, refuse, 'The name of a type');
  if (name === '' || /\p{L}/u.test(name)) return name;
  refuse(`The name of a type holds a letter, got ${quote(name)}.`);
  return '';
}

const otherNames: PhraseListRule = {
  name: 'other_names',
  most: limits.typeOtherNames,
  mostWords: limits.searchPhraseMaxWords,
};

const suggestions: PhraseListRule = {
  name: 'suggestion_phrases',
  most: limits.suggestionPhrasesPerProduct,
  mostWords: limits.suggestionPhraseMaxWords,
};
/** A list of a body, and its bounds. */
interface PhraseListRule {
  readonly name: string;
  readonly most: number;
  readonly mostWords: number;
}

const searches: PhraseListRule = {
  name: 'search_phrases',
  most: limits.searchPhrasesPerProduct,
  mostWords: limits.searchPhraseMaxWords,
};

function parsePhrases(
  body: JsonObject,
  list: PhraseListRule,
  report: Report,
  within = '',
): readonly string[] {
  const path = `${within}/${list.name}`;
  const given = body[list.name];
  if (!Array.isArray(given) || given.length > list.most) {
    report(path, 'list_invalid', `"${list.name}" takes a list of at most ${list.most} phrases.`);
    return [];
  }
  const seen = new Set<string>();
  return given.map((value: unknown, index) => {
    const place = `${path}/${index}`;
    const phrase = parsePhrase(value, list.mostWords, (message) => report(place, 'phrase_invalid', message));
    if (phrase !== '' && seen.has(fold(phrase))) {
      report(place, 'phrase_repeated', `The phrase ${quote(phrase)} is there twice; name it once.`);
    }
    seen.add(fold(phrase));
    return phrase;
  });
}

/** Characters that change the direction of text or show nothing. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;

/** Returns the phrase on one line with single spaces, or an empty text after it reported what is wrong. */
function parsePhrase(
  value: unknown,
  mostWords: number,
  refuse: (message: string) => void,
  what = 'A phrase',
): string {
  const phrase =
    typeof value === 'string' && !hasForbiddenCharacters(value) && !unseen.test(value)
      ? toOneLine(value).replace(/\s+/g, ' ').trim()
      : '';
  const words = phrase.split(' ').length;
  // Long text is not folded: that costs more than all else of the call.
  const isShort = words <= mostWords && !isLongerThan(phrase, limits.phraseMaxLength);
  if (isShort && fold(phrase) !== '') return phrase;
  refuse(
    `${what} takes 1 to ${mostWords} words of at most ${limits.phraseMaxLength} characters, got ${quote(value)}.`,
  );
  return '';
}

function parseState(value: unknown, report: Report): (typeof decidedStates)[number] {
  const state = decidedStates.find((known) => known === value);
  if (state === undefined) {
    report('/state', 'state_invalid', `"state" takes ${decidedStates.join(', ')}, got ${quote(value)}.`);
  }
  return state ?? 'generated';
}

function parseBudget(value: unknown, report: Report): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return text;
  const message = `"monthly_budget_usd" takes US dollars such as "25" or "7.50", or null, got ${quote(value)}.`;
  report('/monthly_budget_usd', 'budget_invalid', message);
  return '';
}

function parseBlocklist(value: unknown, report: Report): readonly string[] {
  if (!Array.isArray(value) || value.length > limits.blocklistEntries) {
    const message = `"blocklist" takes a list of at most ${limits.blocklistEntries} words and phrases.`;
    report('/blocklist', 'list_invalid', message);
    return [];
  }
  const entries = value.map((entry: unknown, index) =>
    parsePhrase(entry, limits.searchPhraseMaxWords, (message) =>
      report(`/blocklist/${index}`, 'phrase_invalid', message),
    ),
  );
  const seen = new Set<string>();
  return entries.filter((entry) => !seen.has(fold(entry)) && seen.add(fold(entry)));
}
