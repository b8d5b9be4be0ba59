/**
 * The interface of generators, which turn products into phrases that shoppers would type. The queue runs, checks and stores all of
 * them alike, whether they work offline or across the network. A generator never writes or checks phrases and never retries. A product
 * without an answer is absent; a request that fails as a whole rejects with a {@link GeneratorError}. Waiting times are milliseconds,
 * use is counted in tokens.
 */
// Tests: ./phrase-generator.test.ts.

import { decodeReferences } from '../catalog/html-text.ts';
import type { CanonicalProduct } from '../catalog/product.ts';
import type { ProductPhrases } from '../catalog/product-type.ts';
import type { PhraseSource } from '../storage/enrichment/tables.ts';

export type { ProductPhrases } from '../catalog/product-type.ts';

/** The part of a product that enrichment reads, which its source hash covers. */
export type PhraseProduct = PhraseSource;

/** Products of one store in one request. */
export interface PhraseBatch {
  readonly storeId: string;
  /** The store's language, such as `en` or `de-CH`. */
  readonly locale: string;
  readonly products: readonly PhraseProduct[];
}

/** The phrases that a generator returned for one request, and the tokens that it used. */
export interface PhraseAnswer {
  /** The phrases by product id; an absent product got no usable answer. */
  readonly phrases: ReadonlyMap<string, ProductPhrases>;
  /** 0 offline, as is the other. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Turns products into phrases. Its name, model and version of the prompt are stored with every phrase; the last two
 * are null offline.
 */
export interface PhraseGenerator {
  readonly name: 'offline' | 'openai' | 'anthropic';
  readonly model: string | null;
  readonly promptVersion: string | null;
  readonly productsPerRequest: number;
  /** Estimates the tokens of a request for these products; zeros offline. */
  estimateTokens(batch: PhraseBatch): { readonly input: number; readonly output: number };
  /** Phrases as they came, before the output rules. Rejects with a GeneratorError. */
  generate(batch: PhraseBatch, signal: AbortSignal): Promise<PhraseAnswer>;
}

/**
 * The name of a remote generator in messages, at the beginning of a sentence. It is named by its model, since the name in settings
 * is that of a protocol, which other servers support too.
 */
export function providerOf({ model }: Pick<PhraseGenerator, 'model'>): string {
  return `The AI provider (${model})`;
}

/**
 * Why a request failed, which decides what happens next: `busy` asks to wait (429), `away` did not answer (5xx, reset, time-out),
 * `refused` rejects such requests (401, 403, 404 and other 4xx), `unusable` sent an unusable answer (garbage, half JSON, another
 * shape, no phrases).
 */
export type GeneratorErrorKind = 'busy' | 'away' | 'refused' | 'unusable';

export interface GeneratorErrorDetails {
  /** The pause that the provider asked for. */
  readonly retryAfterMs?: number | null;
  /** The tokens that the failed request took all the same. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cause?: unknown;
}

/** A request for phrases that failed as a whole. */
export class GeneratorError extends Error {
  readonly kind: GeneratorErrorKind;
  readonly retryAfterMs: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;

  constructor(kind: GeneratorErrorKind, message: string, details: GeneratorErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'GeneratorError';
    this.kind = kind;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.inputTokens = details.inputTokens ?? 0;
    this.outputTokens = details.outputTokens ?? 0;
  }
}

/** The part of a stored product that enrichment reads. `id` is the product's UUID. */
export function toPhraseProduct(id: string, product: CanonicalProduct): PhraseProduct {
  const { title, description, category, brand, author, attributes, isbn, gtin, ean, sku, mpn } = product;
  const identifiers = [isbn, gtin, ean, sku, mpn].filter((identifier) => identifier !== null);
  return {
    id,
    title: decodeReferences(title),
    description,
    category: decodedOrNull(category),
    brand: decodedOrNull(brand),
    author: decodedOrNull(author),
    attributes: attributes.map(([label, value]) => [label, decodeReferences(value)] as const),
    identifiers,
  };
}

function decodedOrNull(text: string | null): string | null {
  return text === null ? null : decodeReferences(text);
}
