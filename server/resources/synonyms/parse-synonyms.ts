/**
 * Reads the synonyms that a merchant sends (Contract §10): checked, trimmed, otherwise as given. Every fault is reported with its
 * place, its value and what would be right. Terms are compared as the engine compares them, so that a rule that could never match, or
 * has no effect, is refused. Pure. Limits: 2,000 rules, 20 terms on a side, 5,000 terms together; a term has at most 80 characters, 6
 * words, and 40 characters without spaces.
 */
// Tests: ./parse-synonyms.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { SynonymRule } from '../../../contract/synonyms.ts';
import type { FieldCode } from '../../../contract/words/field-codes.ts';
import { nameGiven, quote } from '../../catalog/problem.ts';
import { hasForbiddenCharacters, isLongerThan, toOneLine } from '../../catalog/text.ts';
import type { Report } from '../../errors.ts';
import type { Formats, Place } from '../../operations/read-by-schema.ts';
import { fold } from '../../search/text/fold.ts';
import { scanWords } from '../../search/text/words.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The formats that bodies of synonyms name. */
export const synonymFormats: Formats = {
  'synonym-rules': (value, place, report) => parseSynonymRules(value, place, report),
  'common-synonyms'(value, { path }, report) {
    if (typeof value === 'boolean') return value;
    report(path, 'type_invalid', `"common" takes true or false, got ${quote(value)}.`);
    return true;
  },
};

/** The place of the rules in the body, and the rules that the store keeps beside them: none if the list is the whole set. */
interface RulesPlace extends Place {
  readonly kept?: readonly SynonymRule[];
}

/** The rules of the list. Reports every fault, also those that they have only together with the rules that are kept. */
export function parseSynonymRules(
  value: unknown,
  { path: listPath, name, kept = [] }: RulesPlace,
  report: Report,
): SynonymRule[] {
  if (!Array.isArray(value)) {
    report(listPath, 'type_invalid', `"${name}" takes a list of rules, got ${nameGiven(value)}.`);
    return [];
  }
  const ruleCount = kept.length + value.length;
  if (ruleCount > limits.synonymRules) {
    const message = `A store takes at most ${limits.synonymRules} rules, got ${ruleCount}.`;
    report(listPath, 'synonyms_too_many', message);
    return [];
  }
  const rules: SynonymRule[] = [];
  const ruleByMeaning = new Map<string, string>();
  for (const rule of kept) ruleByMeaning.set(parseRule(rule, '', () => {})?.meaning ?? '', quote(rule));
  value.forEach((item: unknown, index) => {
    const path = `${listPath}/${index}`;
    const parsed = parseRule(item, path, report);
    if (parsed === null) return;
    const same = ruleByMeaning.get(parsed.meaning);
    if (same !== undefined) report(path, 'rule_repeated', `The rule says the same as ${same}; remove one.`);
    ruleByMeaning.set(parsed.meaning, same ?? path);
    rules.push(parsed.rule);
  });
  const termCount = [...kept, ...rules].reduce((total, rule) => total + countTerms(rule), 0);
  if (termCount > limits.synonymTerms) {
    const message = `The rules of a store take at most ${limits.synonymTerms} terms together, got ${termCount}.`;
    report(listPath, 'synonyms_too_many', message);
  }
  return rules;
}

function countTerms(rule: SynonymRule): number {
  return 'terms' in rule ? rule.terms.length : rule.from.length + rule.to.length;
}

/** A rule, and a text that all rules of the same meaning share. */
interface ParsedRule {
  readonly rule: SynonymRule;
  readonly meaning: string;
}

function parseRule(value: unknown, path: string, report: Report): ParsedRule | null {
  const keys = isObject(value) ? Object.keys(value).sort().join() : '';
  if (!isObject(value) || (keys !== 'terms' && keys !== 'from,to')) {
    const forms = '{ "terms": […] } or { "from": […], "to": […] }';
    report(path, 'rule_invalid', `A rule takes ${forms}, got ${quote(value)}.`);
    return null;
  }
  const pathByKey = new Map<string, string>();
  const read = (name: string, min: number) => parseTerms(value[name], { path, name, min, pathByKey }, report);
  if (keys === 'terms') {
    const terms = read('terms', 2);
    return terms && { rule: { terms: terms.texts }, meaning: terms.meaning };
  }
  const [from, to] = [read('from', 1), read('to', 1)];
  if (from === null || to === null) return null;
  return { rule: { from: from.texts, to: to.texts }, meaning: `${from.meaning} > ${to.meaning}` };
}

interface TermsPlace {
  /** The path of the rule. */
  readonly path: string;
  readonly name: string;
  readonly min: number;
  /** The terms of the rule so far, by their words: no term may stand in a rule twice, nor on both of its sides. */
  readonly pathByKey: Map<string, string>;
}

interface ParsedTerms {
  readonly texts: readonly string[];
  readonly meaning: string;
}

/** Null where any term has a fault. */
function parseTerms(value: unknown, place: TermsPlace, report: Report): ParsedTerms | null {
  const { name, min, pathByKey } = place;
  const path = `${place.path}/${name}`;
  if (!Array.isArray(value)) {
    report(path, 'type_invalid', `"${name}" takes a list of terms, got ${nameGiven(value)}.`);
    return null;
  }
  const max = limits.synonymTermsPerList;
  if (value.length < min || value.length > max) {
    report(path, 'term_count_invalid', `"${name}" takes ${min} to ${max} terms, got ${value.length}.`);
    return null;
  }
  const terms = value.map((item: unknown, index) => {
    const term = parseTerm(item, `${path}/${index}`, report);
    if (term === null) return null;
    const same = pathByKey.get(term.key);
    if (same !== undefined) {
      report(`${path}/${index}`, 'term_repeated', `${quote(term.text)} is the same as ${same}; remove one.`);
    }
    pathByKey.set(term.key, same ?? `${path}/${index}`);
    return term;
  });
  const parsed = terms.filter((term) => term !== null);
  if (parsed.length < terms.length) return null;
  return {
    texts: parsed.map(({ text }) => text),
    meaning: parsed
      .map(({ key }) => key)
      .sort()
      .join(),
  };
}

/** A term as it is stored, and its words, by which terms differ. */
interface ParsedTerm {
  readonly text: string;
  readonly key: string;
}

function parseTerm(value: unknown, path: string, report: Report): ParsedTerm | null {
  const refuse = (code: FieldCode, takes: string): null => {
    report(path, code, `A term takes ${takes}, got ${quote(value)}.`);
    return null;
  };
  if (typeof value !== 'string') return refuse('type_invalid', 'text');
  if (hasForbiddenCharacters(value)) return refuse('text_invalid', 'no control characters or broken Unicode');
  const text = toOneLine(value);
  if (isLongerThan(text, limits.synonymTermMaxLength)) {
    return refuse('term_too_long', `at most ${limits.synonymTermMaxLength} characters`);
  }
  const words = scanWords(fold(text));
  // Every run of characters without spaces, and it alone, has one word that is no pair.
  const wordCount = words.filter(({ kind }) => kind !== 'pair').length;
  if (wordCount === 0) return refuse('term_empty', 'at least one letter or digit');
  if (wordCount > limits.synonymTermMaxWords) {
    return refuse('term_too_many_words', `at most ${limits.synonymTermMaxWords} words`);
  }
  if (words.filter(({ kind }) => kind === 'pair').length >= limits.synonymTermMaxRunCharacters) {
    const takes = `at most ${limits.synonymTermMaxRunCharacters} characters of scripts without spaces`;
    return refuse('term_too_long', takes);
  }
  return { text, key: words.map((word) => word.text).join(' ') };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
