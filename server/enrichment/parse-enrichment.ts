/** From what people say of phrases and of the queue to decisions and settings; every fault is named. */

import { limits } from '../../contract/limits.ts';
import { decidedStates } from '../../contract/words/enrichment.ts';
import { quote } from '../catalog/problem.ts';
import type { ProductType } from '../catalog/product-type.ts';
import { hasForbiddenCharacters, isLongerThan, toOneLine } from '../catalog/text.ts';
import { reportUnknown } from '../catalog/unknown-fields.ts';
import { Faults, type Report } from '../errors.ts';
import { fold } from '../search/text/fold.ts';
import type { EnrichmentSettings } from '../storage/enrichment.ts';
import type { PhraseDecision } from './decide-phrases.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Throws `validation_failed` with every fault. */
export function parseDecision(body: JsonObject): PhraseDecision {
  const known = ['suggestion_phrases', 'search_phrases', 'type', 'state'];
  return withFaults(body, known, (report, has) => {
    const hasLists = has('suggestion_phrases') || has('search_phrases') || has('type');
    // As it is read, so it may be written: words that are given are edited ones.
    const isNamedSo = hasLists && body.state === 'edited';
    const decision = {
      ...(has('suggestion_phrases') && {
        suggestionPhrases: parsePhrases(body, suggestions, report),
      }),
      ...(has('search_phrases') && { searchPhrases: parsePhrases(body, searches, report) }),
      ...(has('type') && { type: parseType(body.type, report) }),
      ...(has('state') && !isNamedSo && { state: parseState(body.state, report) }),
    };
    if (!hasLists && !has('state')) {
      report(
        '',
        'decision_missing',
        'Name phrases, a type, or a state: approved, rejected, locked or generated.',
      );
    }
    if (hasLists && has('state') && !isNamedSo && body.state !== 'locked') {
      const message = `Phrases and a type that are given are "edited": leave "state" out, or set it to "edited" or "locked".`;
      report('/state', 'state_invalid', message);
    }
    return decision;
  });
}

/** The type that a person names, with full confidence; null: the product has none. */
function parseType(value: unknown, report: Report): ProductType | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) {
    const message = `"type" takes an object with "name", or null for none, got ${quote(value)}.`;
    report('/type', 'type_invalid', message);
    return null;
  }
  const given = { ...value } as JsonObject;
  reportUnknown(given, { what: 'A type', known: ['name', 'other_names'], path: '/type' }, report);
  const most = limits.suggestionPhraseMaxWords;
  const refuse = (message: string) => report('/type/name', 'phrase_invalid', message);
  const name = parsePhrase(given.name, most, refuse, 'The name of a type');
  if (name !== '' && !/\p{L}/u.test(name)) refuse(`The name of a type holds a letter, got ${quote(name)}.`);
  const others = given.other_names === undefined ? [] : parsePhrases(given, otherNames, report, '/type');
  return {
    ...{ name, otherNames: others.filter((other) => other !== name), confidence: 1 },
    evidence: [{ source: 'person', text: name }],
  };
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

function parseState(value: unknown, report: Report) {
  const state = decidedStates.find((known) => known === value);
  if (state === undefined) {
    report('/state', 'state_invalid', `"state" takes ${decidedStates.join(', ')}, got ${quote(value)}.`);
  }
  return state ?? 'generated';
}

/** What of a queue is set. Throws `validation_failed` with every fault. */
export function parseQueueSettings(
  body: JsonObject,
): Partial<Pick<EnrichmentSettings, 'paused' | 'monthlyBudgetMicros' | 'blocklist'>> {
  return withFaults(body, ['paused', 'monthly_budget_usd', 'blocklist'], (report, has) => ({
    ...(has('paused') && { paused: parsePaused(body.paused, report) }),
    ...(has('monthly_budget_usd') && { monthlyBudgetMicros: parseBudget(body.monthly_budget_usd, report) }),
    ...(has('blocklist') && { blocklist: parseBlocklist(body.blocklist, report) }),
  }));
}

function parsePaused(value: unknown, report: Report): boolean {
  if (typeof value !== 'boolean') {
    report('/paused', 'paused_invalid', `"paused" takes true or false, got ${quote(value)}.`);
  }
  return value === true;
}

function parseBudget(value: unknown, report: Report): number | null {
  if (value === null) return null;
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Math.round(Number(text) * 1_000_000);
  const message = `"monthly_budget_usd" takes US dollars such as "25" or "7.50", or null, got ${quote(value)}.`;
  report('/monthly_budget_usd', 'budget_invalid', message);
  return null;
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

/** External ids, or null for all that there are. Throws `validation_failed`. */
export function parseChoice(body: JsonObject): readonly string[] | null {
  return withFaults(body, ['external_ids'], (report, has) =>
    has('external_ids') ? parseIds(body.external_ids, report) : null,
  );
}

/** Which products are to be queued: those that are named, those of other rules, or what has no phrases. */
export interface QueueChoice {
  readonly externalIds: readonly string[] | null;
  readonly outdated: boolean;
}

/** Throws `validation_failed`, also where a body names products and those of other rules. */
export function parseQueueChoice(body: JsonObject): QueueChoice {
  return withFaults(body, ['external_ids', 'outdated'], (report, has) => {
    const externalIds = has('external_ids') ? parseIds(body.external_ids, report) : null;
    const { outdated = false } = body;
    if (typeof outdated !== 'boolean') {
      report('/outdated', 'outdated_invalid', `"outdated" takes true or false, got ${quote(outdated)}.`);
    } else if (outdated && has('external_ids')) {
      const message = 'Name products in "external_ids" or set "outdated" to true, not both.';
      report('/outdated', 'outdated_invalid', message);
    }
    return { externalIds, outdated: outdated === true };
  });
}

function parseIds(given: unknown, report: Report): readonly string[] | null {
  const ids = Array.isArray(given) ? (given as readonly unknown[]) : [];
  const texts = ids.filter((id) => typeof id === 'string');
  if (texts.length === ids.length && ids.length > 0 && ids.length <= limits.productIdsPerCall) return texts;
  const message = `"external_ids" takes a list of 1 to ${limits.productIdsPerCall} ids.`;
  report('/external_ids', 'list_invalid', message);
  return null;
}

/** Fields that nobody knows are faults too. */
function withFaults<Parsed>(
  body: JsonObject,
  known: readonly string[],
  parse: (report: Report, has: (name: string) => boolean) => Parsed,
): Parsed {
  const faults = new Faults();
  const { report } = faults;
  reportUnknown(body, { what: 'The body', known }, report);
  const parsed = parse(report, (name) => body[name] !== undefined);
  faults.refuse();
  return parsed;
}
