/**
 * Reads the traits of a product besides its type: short values of attributes (2 words, 24 characters at most; longer ones are passed
 * over), its audience, and its first measure. Pure; it never invents a trait: a product without any gives an empty list or null. Units
 * are not converted.
 */
// Tests: ./compose-phrases.test.ts.

import titleFile from '../../../language/enrichment/title-words.json' with { type: 'json' };
import { wordsOfLines } from '../../../language/words.ts';
import type { TitleWord } from '../../../search/phrases/title-words.ts';
import { fold } from '../../../search/text/fold.ts';
import { unitOf } from '../../../search/text/units.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import type { OfflineLanguage, TitleReading } from './title-reading.ts';
import { type Audience, audienceOf, isVague, type TraitKind, traitKind } from './trait-words.ts';

/** A trait as it stands in a phrase. */
export interface Trait {
  readonly kind: TraitKind;
  /** The word in lower case. */
  readonly text: string;
}

const traitWordsMax = 2;
const traitMaxLength = 24;
/** Lists, sentences and figures are no traits. */
const plainValue = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]*$/u;

/** The traits of a product's attributes, in their order. */
export function traitsOf({ attributes }: PhraseProduct, { lowerCase }: OfflineLanguage): Trait[] {
  const traits: Trait[] = [];
  for (const [label, value] of attributes) {
    const kind = value.length <= traitMaxLength ? traitKind(label) : null;
    if (kind === null || kind === 'kind' || kind === 'audience' || !plainValue.test(value)) continue;
    const words = fold(value).split(' ');
    if (words.length > traitWordsMax || words.some(isVague)) continue;
    traits.push({ kind, text: lowerCase(value) });
  }
  return traits;
}

/** Returns the audience of a product, by an attribute or an element of its category path. */
export function audienceOfProduct({ attributes, category }: PhraseProduct): Audience | null {
  for (const [label, value] of attributes) {
    const audience = traitKind(label) === 'audience' ? audienceOf(value) : null;
    if (audience !== null) return audience;
  }
  for (const element of (category ?? '').split('>')) {
    const audience = audienceOf(element.trim());
    if (audience !== null) return audience;
  }
  return null;
}

/**
 * The units of measures by which things are chosen: the size of screens and memories, what bottles hold, how long cables are.
 */
const telling = new Set(['in', 'gb', 'tb', 'l', 'ml', 'cl', 'm', 'w', 'mah', 'kg', 'ft']);

/** A measure of a title: `32 gb`. */
export interface Measure {
  readonly amount: string;
  /** As the title has it. */
  readonly unit: string;
}

/** The first measure of a title that things are chosen by, or null. */
export function measureOf({ words }: TitleReading): Measure | null {
  for (const [index, word] of words.entries()) {
    if (word.kind !== 'number' && word.kind !== 'code') continue;
    const measure = readMeasure(word, words[index + 1], words[index - 1]);
    if (measure !== null) return measure;
  }
  return null;
}

const amountThenUnit = /^(\d{1,4}(?:[.,]\d{1,2})?)(\p{L}{1,3})$/u;
const amountOnly = /^\d{1,4}(?:[.,]\d{1,2})?$/;

function readMeasure(
  word: TitleWord,
  next: TitleWord | undefined,
  before: TitleWord | undefined,
): Measure | null {
  if (before?.folded === 'x' || next?.folded === 'x') return null;
  const [, amount, unit] = amountThenUnit.exec(word.text) ?? [];
  if (amount !== undefined && unit !== undefined && isTelling(unit))
    return { amount: shortAmount(amount), unit };
  if (!amountOnly.test(word.text) || next?.kind !== 'unit' || next.apart) return null;
  return isTelling(next.folded) ? { amount: shortAmount(word.text), unit: next.text } : null;
}

/** The words that a measure before them counts, if nothing else: `memory` of `16gb memory cell phone`. */
const measured = new Set(wordsOfLines(titleFile.measured));

/** Whether a word of a title belongs to the measure before it, and not to the thing behind. */
export function isOfMeasure(words: readonly TitleWord[], at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  if (before === undefined || word === undefined || word.apart || !measured.has(word.folded)) return false;
  return before.kind === 'unit' || amountThenUnit.test(before.text);
}

/** `2.50` is typed 2.5, and `25.00` 25. */
function shortAmount(amount: string): string {
  return amount.replace(/([.,]\d*?)0+$/, '$1').replace(/[.,]$/, '');
}

function isTelling(unit: string): boolean {
  const name = unitOf(fold(unit));
  return name !== null && telling.has(name);
}

/** A measure as it is typed: `32gb`, but words apart, `17 inch`. */
export function measureText({ amount, unit }: Measure): string {
  return unit.length > 2 ? `${amount} ${unit}` : `${amount}${unit}`;
}
