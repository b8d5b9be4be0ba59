/**
 * Words that classify attributes and words of titles: what the label of an attribute says about its value, whom a thing is for, and
 * which words of a title do not name a thing. The lists hold words of all languages together, so that a Polish shop with English
 * labels is read too. Everything is compared folded. Pure; a word of no list gives null or false. The lists are part of the program
 * and never change while it runs. 2,000 labels are remembered, then it begins again.
 */
// Tests: ./model-code.test.ts.

import labelFile from '../../../language/enrichment/attribute-labels.json' with { type: 'json' };
import audienceFile from '../../../language/enrichment/audiences.json' with { type: 'json' };
import titleFile from '../../../language/enrichment/title-words.json' with { type: 'json' };
import { wordsOfLines } from '../../../language/words.ts';
import { fold } from '../../../search/text/fold.ts';
import { remembered } from '../../../structures/bounded-by-count.ts';

/** The kind of trait that an attribute describes. */
export type TraitKind = keyof typeof labelFile;

/** The key of a group of people that things are made for. */
export type Audience = keyof typeof audienceFile;

/** The key of each word in a file of lists. */
function keysByWord<Key extends string>(
  file: Readonly<Record<Key, readonly string[]>>,
): ReadonlyMap<string, Key> {
  const entries = Object.entries(file) as [Key, readonly string[]][];
  return new Map(entries.flatMap(([key, lines]) => wordsOfLines(lines).map((word) => [word, key] as const)));
}

/** Labels have no separators here: `product colour` is `productcolour`. */
const kindsByLabel = keysByWord<TraitKind>(labelFile);
const audiencesByWord = keysByWord<Audience>(audienceFile);

/** A catalog has few labels, each many times. */
const labelsMax = 2_000;
const readLabel = remembered(labelsMax, (label): { readonly kind: TraitKind | null } => {
  const folded = fold(label);
  return { kind: kindsByLabel.get(folded) ?? kindsByLabel.get(folded.replace(/[\s_.:/-]+/g, '')) ?? null };
});

/** The kind of trait that the label of an attribute names, or null. */
export function traitKind(label: string): TraitKind | null {
  return readLabel(label).kind;
}

/** The audience that a value or an element of a category path names, or null. */
export function audienceOf(value: string): Audience | null {
  return audiencesByWord.get(fold(value)) ?? null;
}

const vague = new Set(wordsOfLines(titleFile.vague));
const postModifiers = new Set(wordsOfLines(titleFile.post_modifiers));
const techniques = new Set(wordsOfLines(titleFile.techniques));
const shades = new Set(wordsOfLines(titleFile.shades));
const conjunctions = new Set(wordsOfLines(titleFile.conjunctions));

/** Whether a folded word says nothing that shoppers search for. */
export function isVague(word: string): boolean {
  return vague.has(word);
}

/** Whether a folded word describes the thing before it, as in titles of feeds, so that a phrase ends there: `adapter internal`. */
export function isPostModifier(word: string): boolean {
  return postModifiers.has(word);
}

/** Whether a folded word names how things connect or work, and never what they are: `bluetooth`. */
export function isTechnique(word: string): boolean {
  return techniques.has(word);
}

/** Whether a folded word before a colour names its shade: `light cyan`. */
export function isShade(word: string): boolean {
  return shades.has(word);
}

/** Whether a folded word joins two things: `and`. */
export function isConjunction(word: string): boolean {
  return conjunctions.has(word);
}
