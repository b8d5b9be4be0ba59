/** What a product is, in words: how sure that is, and what says so. */
import type { ProductTypeBody } from '../../../contract/enrichment.ts';

/** From how sure on, in hundredths, and what that is called. Chosen. */
const degrees = [
  [95, 'Certain'],
  [80, 'Very likely'],
  [50, 'Likely'],
  [0, 'A guess'],
] as const;

/** How sure a type is, such as `Very likely (82 %)`. */
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
  catalog: 'Products like it are called so',
  provider: 'Written by the AI provider',
  person: 'Set by a person',
};

/** What speaks for a type; `reviewedBy` is who decided last, null where that is not known. */
export function wordsOfEvidence(
  { source, text }: Evidence,
  { name, reviewedBy }: { readonly name: string; readonly reviewedBy: string | null },
): string {
  if (source === 'person' && reviewedBy !== null) return `Set by ${reviewedBy}`;
  return text === '' || text === name ? sources[source] : `${sources[source]}: “${text}”`;
}
