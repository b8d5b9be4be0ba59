/**
 * Turns patterns of phrases and decisions about them into words. Pure; it knows every part of the contract.
 */
// Tests: ./patterns.test.ts.
import type {
  PhraseDecisionBody,
  PhrasePatternBody,
  PhraseReviewBody,
} from '../../../contract/phrase-review.ts';
import type { PhrasePart } from '../../../contract/words/phrase-patterns.ts';
import type { Tone } from '../parts/state-mark.tsx';
import { countOf, formatCount } from './numbers.ts';

const partNames: Readonly<Record<PhrasePart, string>> = {
  brand: 'brand',
  author: 'author',
  type: 'type',
  attribute: 'attribute',
  measure: 'measure',
  model: 'model',
  category: 'category',
  title: 'title words',
  other: 'words not in the product',
};

/** The parts of a pattern as a title: `Brand + type`. */
export function wordsOfPattern(pattern: string): string {
  const text = pattern
    .split('-')
    .map((part) => partNames[part as PhrasePart])
    .join(' + ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How many phrases and products a group has. */
export function wordsOfSize({ phrases, products }: Pick<PhrasePatternBody, 'phrases' | 'products'>): string {
  return `${countOf(phrases, 'phrase')} of ${countOf(products, 'product')}`;
}

const risks: Readonly<Record<PhrasePatternBody['risk'], { readonly tone: Tone; readonly label: string }>> = {
  high: { tone: 'bad', label: 'Look closely' },
  medium: { tone: 'warn', label: 'Look' },
  low: { tone: 'good', label: 'Usually right' },
};

/** The risk of a group in two words, with its tone. */
export function wordsOfRisk(risk: PhrasePatternBody['risk']): {
  readonly tone: Tone;
  readonly label: string;
} {
  return risks[risk];
}

/** What a decision is about: a pattern by its parts, or words or a type in quotes, with the new name of a type. */
export function subjectOf({
  pattern,
  words,
  type,
  new_name: newName,
}: Pick<PhraseDecisionBody, 'pattern' | 'words' | 'type' | 'new_name'>): string {
  if (pattern !== null) return wordsOfPattern(pattern);
  const subject = `“${type ?? words ?? ''}”`;
  return newName === null ? subject : `${subject} to “${newName}”`;
}

/** A verdict in the past. */
export function wordsOfVerdict({
  verdict,
  type = null,
  new_name: newName = null,
}: Pick<PhraseDecisionBody, 'verdict'> & Partial<Pick<PhraseDecisionBody, 'type' | 'new_name'>>): {
  readonly tone: Tone;
  readonly label: string;
} {
  if (newName !== null) return { tone: 'good', label: 'Renamed' };
  if (type !== null && verdict === 'approved') return { tone: 'good', label: 'Accepted' };
  return verdict === 'approved' ? { tone: 'good', label: 'Approved' } : { tone: 'bad', label: 'Refused' };
}

/** How far the review is, in one sentence. */
export function wordsOfReview({
  open_products: open,
  decided_products: decided,
  unsorted_products: unsorted,
  progress,
}: PhraseReviewBody): string {
  if (progress !== null) {
    return `Your decisions are being applied: ${formatCount(progress.done)} of ${countOf(progress.total, 'product')} done.`;
  }
  if (unsorted > 0) return `The phrases of ${countOf(unsorted, 'product')} are not sorted into groups yet.`;
  if (open === 0)
    return decided === 0
      ? 'No phrases are written yet.'
      : 'Every phrase is decided. New ones follow your decisions.';
  return `${countOf(open, 'product')} left to review, ${formatCount(decided)} done. New phrases follow your decisions.`;
}
