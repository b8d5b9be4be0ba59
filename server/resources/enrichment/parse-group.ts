/**
 * Reads which phrases a call about a group means. Pure. Faults are thrown as `validation_failed`: no group or two, a pattern that no
 * phrase can have, words without letters and digits. Patterns are at most `limits.phraseDecisions`, words 100 characters (the schema).
 */
// Tests: test/api/phrase-review.test.ts.
import type { FieldError } from '../../../contract/errors.ts';
import { phraseParts } from '../../../contract/words/phrase-patterns.ts';
import { quote } from '../../catalog/problem.ts';
import { toOneLine } from '../../catalog/text.ts';
import { type Pattern, patternNamed } from '../../enrichment/review/phrase-pattern.ts';
import { wordsText } from '../../enrichment/review/standing-decisions.ts';
import { validationFailed } from '../../errors.ts';

/** Phrases that a decision is on: those of some patterns, or those that have some words. */
export type PhraseGroup =
  | { readonly kind: 'pattern'; readonly patterns: ReadonlyMap<string, Pattern> }
  | { readonly kind: 'words'; readonly words: string };

/** The group that a body names. */
export function groupOf(body: {
  readonly patterns?: readonly string[] | undefined;
  readonly words?: string | undefined;
}): PhraseGroup {
  const { patterns, words } = body;
  if ((patterns === undefined) === (words === undefined)) {
    const message = 'Name a group of phrases: either "patterns" or "words".';
    throw validationFailed([{ path: '', code: 'decision_missing', message }]);
  }
  if (words !== undefined) return { kind: 'words', words: readWords(words) };
  const named = (patterns ?? []).map(
    (name, place) => [name, readPattern(name, `/patterns/${place}`)] as const,
  );
  return { kind: 'pattern', patterns: new Map(named) };
}

function readWords(given: string): string {
  const words = toOneLine(given);
  if (wordsText(words) !== '') return words;
  const message = `"words" takes words with letters or digits, got ${quote(given)}.`;
  throw validationFailed([{ path: '/words', code: 'words_invalid', message }]);
}

/** The pattern of this name. Throws `validation_failed`, which names the place. */
export function readPattern(name: string, path: string): Pattern {
  const pattern = patternNamed(name);
  if (pattern !== null) return pattern;
  const parts = phraseParts.map((part) => quote(part)).join(', ');
  const message = `A pattern is made of these parts in this order, joined by hyphens: ${parts}; got ${quote(name)}.`;
  const fault: FieldError = {
    path,
    code: path === 'pattern' ? 'pattern_invalid' : 'patterns_invalid',
    message,
  };
  throw validationFailed([fault]);
}
