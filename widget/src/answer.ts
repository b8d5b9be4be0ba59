/**
 * An answer of the service (§2.5) as the widget trusts it: known fields only, of the right type, of bounded length
 * and number, every link with http or https. Whatever else an answer holds is left out, so nothing below this file
 * meets a stranger's shape.
 */

/** The three groups, in the order in which they stand and are walked by the arrow keys. */
export const regions = ['suggestions', 'categories', 'products'] as const;
export type Region = (typeof regions)[number];

/** One thing that can be chosen. All but group and label are empty for what is no product. */
export interface Choice {
  readonly group: Region;
  readonly label: string;
  readonly id: string;
  readonly category: string;
  readonly link: string;
  /** Empty where there is no picture that may be loaded. */
  readonly imageUrl: string;
  /** Decimal text. */
  readonly price: string;
  readonly currencyCode: string;
  readonly isInStock: boolean;
}

export interface Answer {
  /** As the shopper typed it. */
  readonly query: string;
  /** What was searched instead; empty where the query itself was. */
  readonly correctedQuery: string;
  /** Nothing met the query, and the choices are those of discovery. */
  readonly isNone: boolean;
  /** By region. */
  readonly groups: readonly (readonly Choice[])[];
  /** All groups after one another. */
  readonly choices: readonly Choice[];
}

/** Titles have at most 255 characters (§8); what is longer comes from a fault. */
const textMaxLength = 300;

/** A field of what may be no object at all. */
function readField(value: unknown, name: string): unknown {
  return Object(value)[name];
}

/** What is no text is empty. */
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

function readChoice(region: Region, value: unknown): Choice {
  const text = (name: string) => readText(readField(value, name));
  return {
    group: region,
    label: text('title') || readText(value),
    id: text('id'),
    category: text('category'),
    link: readWebAddress(readField(value, 'url')),
    imageUrl: readWebAddress(readField(value, 'image_url')),
    price: text('price'),
    currencyCode: text('currency'),
    isInStock: readField(value, 'in_stock') === true,
  };
}

/** A choice without a label, and a product without a web address, is dropped. Throws at a body without the groups. */
export function readAnswer(body: unknown, query: string, limit: number): Answer {
  const groups = regions.map((region) => {
    return (readField(body, region) as unknown[])
      .map((value) => readChoice(region, value))
      .filter(({ label, link }) => label.trim() && (link || region !== 'products'))
      .slice(0, limit);
  });
  const choices = groups.flat();
  const correctedQuery = readText(readField(readField(body, 'meta'), 'corrected_query'));
  return { query, correctedQuery, isNone: !choices[0], groups, choices };
}
