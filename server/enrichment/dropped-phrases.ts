/** What the output rules took out of an answer, told by rule, so that a person sees why a product has few phrases. */
import type { DroppedByRule } from '../storage/enrichment.ts';
import type { DroppedPhrase } from './check-phrases.ts';

/** An example is cut to so many characters. */
const exampleMax = 80;

/** Counts by rule, in the order in which the rules first dropped something. */
export function countByRule(dropped: readonly DroppedPhrase[]): DroppedByRule[] {
  return [...Map.groupBy(dropped, ({ rule }) => rule)].map(([rule, phrases]) => ({
    ...{ rule, count: phrases.length, example: exampleOf(phrases[0]?.phrase ?? '') },
  }));
}

/** What nobody can read is left out: it may be why the phrase was dropped. */
function exampleOf(phrase: string): string {
  const readable = phrase.slice(0, exampleMax * 4).replace(/[\p{C}\s]+/gu, ' ');
  return Array.from(readable.trim()).slice(0, exampleMax).join('');
}
