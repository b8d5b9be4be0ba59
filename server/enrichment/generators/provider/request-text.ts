/**
 * Writes the data part of a request: products as one JSON document. Product texts are data and stay inside its strings, also if they
 * hold orders: quotes and line breaks are escaped by JSON, and so are angle brackets, of which many models make the marks between the turns of
 * a talk. Products go by short tokens; ids of ours are not sent, nor are the numbers of products, which lead to no phrase. Of a
 * description about 300 tokens are sent, of all attributes 300, of one 40; the rest is cut. Any text is accepted.
 */
// Tests: ./request-text.test.ts.
import type { PhraseBatch, PhraseProduct } from '../../phrase-generator.ts';
import { cutToTokens } from '../../token-estimate.ts';

/** Bounds on what is sent of a product, in estimated tokens (chosen). */
const textTokens = { description: 300, attribute: 40, attributes: 300 } as const;

export interface RequestText {
  readonly data: string;
  /** Token → id of the product. */
  readonly idOf: ReadonlyMap<string, string>;
}

/** Writes one JSON document, and maps its tokens to products. */
export function writeRequest(batch: PhraseBatch): RequestText {
  const idOf = new Map(batch.products.map(({ id }, index) => [`p${index + 1}`, id]));
  const tokens = [...idOf.keys()];
  const document = {
    language: languageName(batch.locale),
    products: batch.products.map((product, index) => describe(tokens[index] ?? '', product)),
  };
  const data = JSON.stringify(document).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  return { data, idOf };
}

function describe(id: string, product: PhraseProduct): Record<string, unknown> {
  const { title, category, brand, author, description } = product;
  const attributes = chooseAttributes(product);
  return {
    id,
    title: clean(title),
    ...(category !== null && { category: clean(category) }),
    ...(brand !== null && { brand: clean(brand) }),
    ...(author !== null && { author: clean(author) }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(description !== null && { description: cutToTokens(clean(description), textTokens.description) }),
  };
}

/** The first attributes, as many as the bound lets pass. */
function chooseAttributes({ attributes }: PhraseProduct): readonly (readonly [string, string])[] {
  const chosen: (readonly [string, string])[] = [];
  let left: number = textTokens.attributes;
  for (const [label, value] of attributes) {
    const cut = cutToTokens(clean(value), textTokens.attribute);
    // Roughly: an exact count of each would cost more than it saves.
    left -= (label.length + cut.length) / 3 + 4;
    if (left < 0) break;
    chosen.push([clean(label), cut]);
  }
  return chosen;
}

/** Removes control characters, bidi overrides and the invisible tag letters, in which orders can be hidden. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]+/gu, ' ');
}

/** `Turkish (tr)`: small models know names better than codes. */
function languageName(locale: string): string {
  try {
    return `${new Intl.DisplayNames(['en'], { type: 'language' }).of(locale)} (${locale})`;
  } catch {
    return locale;
  }
}
