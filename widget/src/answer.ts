/**
 * An answer of the service (§2.5) as the widget trusts it: known fields only, of the right type, of bounded length and number,
 * every link with http or https. All other fields are dropped, so the rest of the widget never sees an unchecked value.
 */
// Tests: ./reducer.test.ts.

/** The groups, in the order of display and of the arrow keys: those of the service, between those that the widget adds. */
export const regions = ['recent', 'clear', 'suggestions', 'categories', 'products', 'all'] as const;
export type Region = (typeof regions)[number];

/** The groups of one choice, which has its label from the widget; they have no heading. */
export function isSingle(region: Region): boolean {
  return region === 'clear' || region === 'all';
}

/** One choice. Fields other than group and label are empty unless it is a product, or a link to all results. */
export interface Choice {
  readonly group: Region;
  readonly label: string;
  readonly id: string;
  readonly category: string;
  readonly link: string;
  /** Empty if there is no picture with a web address. */
  readonly imageUrl: string;
  /** Decimal texts; the price before a reduction is empty unless it is higher. */
  readonly price: string;
  readonly priceBefore: string;
  readonly currencyCode: string;
  readonly isInStock: boolean;
}

/** An answer of the service, with what the widget adds to it. */
export interface Answer {
  /** As the shopper typed it. */
  readonly query: string;
  /** The corrected query; empty if the query was searched as typed. */
  readonly correctedQuery: string;
  /** The id of the answer; empty unless it was asked for. */
  readonly answerId: string;
  /** Nothing matched the query, and the choices are those of discovery. */
  readonly isNone: boolean;
  /** The choices of the service, all groups after one another. */
  readonly found: readonly Choice[];
  /** The same with those that the widget adds (results.ts). */
  readonly choices: readonly Choice[];
}

/** The words that were searched. */
export function wordsOf({ query, correctedQuery }: Answer): string {
  return correctedQuery || query;
}

/** Titles have at most 255 characters (§8); a longer text is a fault. */
const textMaxLength = 300;

/** A field of a value that may not be an object. */
function readField(value: unknown, name: string): unknown {
  return Object(value)[name];
}

/** The text; empty for any other value. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, textMaxLength) : '';
}

/** The address as http or https, else the empty text: `javascript:` and the like never become a link. */
export function readWebAddress(value: unknown): string {
  try {
    const { href } = new URL(value as string, location.href);
    return value && /^https?:/.test(href) ? href : '';
  } catch {
    return '';
  }
}

/** A choice of any value: a text, or an object with the fields of the API. */
export function readChoice(region: Region, value: unknown): Choice {
  const text = (name: string) => readText(readField(value, name));
  const price = text('price');
  const before = text('compare_at_price');
  return {
    group: region,
    label: text('title') || readText(value),
    id: text('id'),
    category: text('category'),
    link: readWebAddress(readField(value, 'url')),
    imageUrl: readWebAddress(readField(value, 'image_url')),
    price,
    priceBefore: Number(before) > Number(price) ? before : '',
    currencyCode: text('currency'),
    isInStock: readField(value, 'in_stock') === true,
  };
}

/** Reads an answer. Drops choices without a label and products without a web address. Throws if the body lacks the groups. */
export function readAnswer(body: unknown, query: string, limit: number): Answer {
  const found = regions.slice(2, 5).flatMap((region) => {
    return (readField(body, region) as unknown[])
      .map((value) => readChoice(region, value))
      .filter(({ label, link }) => label.trim() && (link || region !== 'products'))
      .slice(0, limit);
  });
  const meta = (name: string) => readText(readField(readField(body, 'meta'), name));
  const correctedQuery = meta('corrected_query');
  return { query, correctedQuery, answerId: meta('query_id'), isNone: !found[0], found, choices: found };
}
