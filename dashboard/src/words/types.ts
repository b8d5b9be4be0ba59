/**
 * Turns the type of a product into words: how certain it is, and the evidence for it. Pure. Confidence is from 0 to 1
 * and shown in percent.
 */
// Tests: ./types.test.ts.
import type { ProductTypeBody } from '../../../contract/enrichment.ts';

/** The least confidence in percent of each degree, with its name. Chosen. */
const degrees = [
  [95, 'Certain'],
  [80, 'Very likely'],
  [50, 'Likely'],
  [0, 'A guess'],
] as const;

/** Describes the certainty of a type, such as `Very likely (82 %)`. */
export function wordsOfConfidence(confidence: number): string {
  const percent = Math.round(confidence * 100);
  const [, words] = degrees.find(([least]) => percent >= least) ?? [0, 'A guess'];
  return percent === 100 ? words : `${words} (${percent} %)`;
}

type Evidence = ProductTypeBody['evidence'][number];

const sources: Readonly<Record<Evidence['source'], string>> = {
  title: 'Its title says so',
  category: 'Its category says so',
  attribute: 'One of its fields says so',
  catalog: 'Similar products have this name',
  provider: 'Written by the AI provider',
  person: 'Set by a person',
};

/** The evidence for a type in words. `reviewedBy` is the person who decided last; null if unknown. */
export function wordsOfEvidence(
  { source, text }: Evidence,
  { name, reviewedBy }: { readonly name: string; readonly reviewedBy: string | null },
): string {
  if (source === 'person' && reviewedBy !== null) return `Set by ${reviewedBy}`;
  return text === '' || text === name ? sources[source] : `${sources[source]}: “${text}”`;
}
