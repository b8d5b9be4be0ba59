/**
 * An answer of the service (§2.5) as the widget trusts it: known fields only, of the right type, of bounded length
 * and number, every link with http or https. Whatever else an answer holds is left out, so nothing below this file
 * meets a stranger's shape.
 */

/** The three groups, in the order in which they stand and are walked by the arrow keys. */
export const regions = ['suggestions', 'categories', 'products'] as const;
export type Region = (typeof regions)[number];

export interface Product {
  readonly id: string;
  readonly category: string;
  readonly url: string;
  /** Empty where there is no picture that may be loaded. */
  readonly imageUrl: string;
  readonly price: string;
  readonly currency: string;
  readonly isInStock: boolean;
}

/** One thing that can be chosen. */
export interface Choice {
  readonly region: Region;
  readonly label: string;
  /** 1-based within its region. */
  readonly position: number;
  readonly product: Product | null;
}

export interface Answer {
  /** As the shopper typed it. */
  readonly query: string;
  /** What was searched instead, and is marked in titles; empty where the query itself was. */
  readonly correctedQuery: string;
  /** `none`: nothing met the query, and the choices are those of discovery. */
  readonly mode: 'discovery' | 'search' | 'none';
  readonly choices: readonly Choice[];
  readonly source: string;
  readonly isCached: boolean;
}

/** Titles have at most 255 characters (§8); what is longer comes from a fault. */
const textMaxLength = 300;

type Fields = Readonly<Record<string, unknown>>;

function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, textMaxLength) : '';
}

/** The address as http or https, else the empty text: `javascript:` and the like never become a link. */
export function readWebAddress(value: unknown): string {
  try {
    const url = new URL(value as string, location.href);
    return value && /^https?:$/.test(url.protocol) ? url.href : '';
  } catch {
    return '';
  }
}

function readProduct(value: unknown): { readonly label: string; readonly product: Product } {
  const fields = readFields(value);
  return {
    label: readText(fields.title),
    product: {
      id: readText(fields.id),
      category: readText(fields.category),
      url: readWebAddress(fields.url),
      imageUrl: readWebAddress(fields.image_url),
      price: readText(fields.price),
      currency: readText(fields.currency),
      isInStock: fields.in_stock === true,
    },
  };
}

function readChoice(region: Region, value: unknown) {
  if (region === 'products') return readProduct(value);
  return { label: readText(region === 'suggestions' ? value : readFields(value).title), product: null };
}

/** Never throws. A choice without a label, and a product without a web address, is dropped. */
export function readAnswer(body: unknown, query: string, limit: number): Answer {
  const fields = readFields(body);
  const meta = readFields(fields.meta);
  const choices = regions.flatMap((region) => {
    const values = fields[region];
    return (Array.isArray(values) ? values : [])
      .map((value: unknown) => readChoice(region, value))
      .filter(({ label, product }) => label.trim() && (!product || product.url))
      .slice(0, limit)
      .map((choice, index): Choice => ({ ...choice, region, position: index + 1 }));
  });
  return {
    query,
    correctedQuery: readText(meta.corrected_query),
    mode: query ? (choices.length > 0 ? 'search' : 'none') : 'discovery',
    choices,
    source: readText(meta.source),
    isCached: meta.cached === true,
  };
}

/** What makes a choice the same one in the next answer. */
export function identifyChoice({ region, label, product }: Choice): string {
  return region + (product ? product.id : label);
}

/** How many choices each group has. */
export function countChoices({ choices }: Answer): Record<Region, number> {
  const counts = { suggestions: 0, categories: 0, products: 0 };
  for (const { region } of choices) counts[region] += 1;
  return counts;
}
