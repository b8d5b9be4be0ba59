/**
 * An answer of the service (§2.5) as the widget trusts it: known fields only, of the right type, of bounded length and number,
 * every link with http or https. All other fields are dropped, so the rest of the widget never sees an unchecked value.
 */
// Tests: ./reducer.test.ts.

/** The three groups, in the order of display and of the arrow keys. */
export const regions = ['suggestions', 'categories', 'products'] as const;
export type Region = (typeof regions)[number];

/** One choice. Fields other than group and label are empty unless it is a product. */
export interface Choice {
  readonly group: Region;
  readonly label: string;
  readonly id: string;
  readonly category: string;
  readonly link: string;
  /** Empty if there is no picture with a web address. */
  readonly imageUrl: string;
  /** Decimal text. */
  readonly price: string;
  readonly currencyCode: string;
  readonly isInStock: boolean;
}

export interface Answer {
  /** As the shopper typed it. */
  readonly query: string;
  /** The corrected query; empty if the query was searched as typed. */
  readonly correctedQuery: string;
  /** Nothing matched the query, and the choices are those of discovery. */
  readonly isNone: boolean;
  /** The choices of each region. */
  readonly groups: readonly (readonly Choice[])[];
  /** All groups after one another. */
  readonly choices: readonly Choice[];
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

/** Reads an answer. Drops choices without a label and products without a web address. Throws if the body lacks the groups. */
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
