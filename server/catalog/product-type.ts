/**
 * Describes what a product is: a noun in the store's language, with its confidence (0 to 1) and evidence. Pure; it never invents a
 * type: a name that is empty or longer than 80 characters gives null. At most 8 other names and 4 pieces of evidence of 120
 * characters; more are left out.
 */
// Tests: server/storage/products/packed-type.test.ts, server/enrichment/check-type.test.ts.
import { limits } from '../../contract/limits.ts';
import type { typeEvidenceSources } from '../../contract/words/enrichment.ts';
import { cutText, isLongerThan } from './text.ts';

/** One piece of evidence for a type. */
export interface TypeEvidence {
  readonly source: (typeof typeEvidenceSources)[number];
  /** The text that says so, such as the title: at most `limits.typeEvidenceMaxLength` characters. */
  readonly text: string;
}

/** The type of a product, and how it is known. */
export interface ProductType {
  /** A noun or noun phrase as it is shown: `laptop`, `laser printer`. */
  readonly name: string;
  /** Other names of the same thing, for matching: `notebook computer`. At most `limits.typeOtherNames`. */
  readonly otherNames: readonly string[];
  /** 0 to 1, in hundredths. */
  readonly confidence: number;
  /** The evidence, strongest first, at most `limits.typeEvidence`. */
  readonly evidence: readonly TypeEvidence[];
}

/** The phrases of a product, best first, and its type, as generated or as live. */
export interface ProductPhrases {
  /** Shown to shoppers while they type. */
  readonly suggestionPhrases: readonly string[];
  /** Used for matching, never shown. */
  readonly searchPhrases: readonly string[];
  /** Null if unknown. */
  readonly type: ProductType | null;
}

/** The type within all limits: surplus names and long texts are cut, the confidence is rounded to hundredths. */
export function boundedType({ name, otherNames, confidence, evidence }: ProductType): ProductType | null {
  if (name === '' || isLongerThan(name, limits.phraseMaxLength)) return null;
  const others = new Set(otherNames.filter((other) => other !== name && other !== ''));
  return {
    name,
    otherNames: [...others]
      .filter((other) => !isLongerThan(other, limits.phraseMaxLength))
      .slice(0, limits.typeOtherNames),
    confidence: Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100,
    evidence: evidence
      .slice(0, limits.typeEvidence)
      .map(({ source, text }) => ({ source, text: cutText(text, limits.typeEvidenceMaxLength) })),
  };
}

/** The type that a person names: it is certain. */
export function certainType(name: string, otherNames: readonly string[]): ProductType {
  const evidence = [{ source: 'person', text: name } as const];
  return { name, otherNames: otherNames.filter((other) => other !== name), confidence: 1, evidence };
}

/** Whether two types are equal. */
export function sameType(left: ProductType | null, right: ProductType | null): boolean {
  return textOf(left) === textOf(right);
}

function textOf(type: ProductType | null): string {
  if (type === null) return '';
  const { name, otherNames, confidence, evidence } = type;
  return JSON.stringify([name, otherNames, confidence, evidence.map(({ source, text }) => [source, text])]);
}
