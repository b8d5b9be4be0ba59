/**
 * Reads which phrases or types a call about a group means. Pure. Faults are thrown as `validation_failed`: no group or two, a pattern
 * that no phrase can have, words without letters and digits, a type without a name, a new name where none can be. Patterns are at most `limits.phraseDecisions`, words 100 characters (the schema).
 */
// Tests: test/api/phrase-review.test.ts.
import type { FieldError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { type PhraseVerdict, phraseParts } from '../../../contract/words/phrase-patterns.ts';
import { quote } from '../../catalog/problem.ts';
import { isLongerThan, toOneLine } from '../../catalog/text.ts';
import { type Pattern, patternNamed } from '../../enrichment/review/phrase-pattern.ts';
import { wordsText } from '../../enrichment/review/standing-decisions.ts';
import { validationFailed } from '../../errors.ts';

/** What a decision is on: phrases of some patterns, phrases that have some words, or the products of some types. */
export type PhraseGroup =
  | { readonly kind: 'type'; readonly types: readonly string[] }
  | { readonly kind: 'pattern'; readonly patterns: ReadonlyMap<string, Pattern> }
  | { readonly kind: 'words'; readonly words: string };

/** The group that a body names. */
export function groupOf(body: {
  readonly patterns?: readonly string[] | undefined;
  readonly words?: string | undefined;
  readonly types?: readonly string[] | undefined;
}): PhraseGroup {
  const { patterns, words, types } = body;
  if ([patterns, words, types].filter((given) => given !== undefined).length !== 1) {
    const message = 'Name one group: either "patterns", "words" or "types".';
    throw validationFailed([{ path: '', code: 'decision_missing', message }]);
  }
  if (words !== undefined) return { kind: 'words', words: readWords(words) };
  if (types !== undefined) return { kind: 'type', types: [...new Set(types.map(readTypeName))] };
  const named = (patterns ?? []).map(
    (name, place) => [name, readPattern(name, `/patterns/${place}`)] as const,
  );
  return { kind: 'pattern', patterns: new Map(named) };
}

function readTypeName(given: string, place: number): string {
  const name = toOneLine(given);
  if (name !== '' && !isLongerThan(name, limits.phraseMaxLength)) return name;
  const message = `"types" takes names of 1 to ${limits.phraseMaxLength} characters, got ${quote(given)}.`;
  throw validationFailed([{ path: `/types/${place}`, code: 'phrase_invalid', message }]);
}

/** The new name that a decision gives to types; null for none. Throws `validation_failed` where none can be. */
export function newNameOf(
  group: PhraseGroup,
  { verdict, new_name: newName }: { readonly verdict: PhraseVerdict; readonly new_name?: string | undefined },
): string | null {
  if (newName === undefined) return null;
  const refuse = (message: string) =>
    validationFailed([{ path: '/new_name', code: 'new_name_invalid', message }]);
  if (group.kind !== 'type' || verdict !== 'approved') {
    throw refuse(`"new_name" goes with "types" and the verdict "approved", got ${quote(newName)}.`);
  }
  if (group.types.includes(newName))
    throw refuse(`"new_name" differs from each of "types", got ${quote(newName)}.`);
  return newName;
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
