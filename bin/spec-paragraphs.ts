/**
 * The checklist of the specification: one entry a rule of the sections that are built, in our own short words.
 * A test claims an entry by its id, `§<section> <key>`, anywhere in its title:
 * `§2.1 title: over 255 characters fails its row`, or several: `§4.7 limit, §8 limit: 1 to 20 are taken`.
 * Never put a rule here that the specification does not state; what Contract decides is named `Contract §n`.
 */

/** One rule of the specification, and the id by which tests name it. */
export interface SpecRule {
  /** `§<section> <key>`. */
  readonly id: string;
  /** What holds, in one line. */
  readonly rule: string;
  /** The part of the service that is still to come and will bring the rule; null where it holds now. */
  readonly comesWith: string | null;
}

const sections: readonly { readonly section: string; readonly rules: Readonly<Record<string, string>> }[] = [
  {
    section: '2.1',
    rules: {
      'external-id': 'required and unique in its store; using it again updates that product',
      title: 'required, at most 255 characters',
      price: 'required, zero or greater',
      url: 'required, an absolute URL',
      category: 'optional, at most 255 characters, found by autocomplete and read by enrichment',
      'image-url': 'optional, an absolute URL',
      'in-stock': 'a boolean or one of 1, 0, true, false, yes, no',
      'in-stock-blank': 'blank or omitted means in stock',
      'attributes-object': 'attributes may be an object',
      'attributes-text': 'attributes may be label and value text',
      'attributes-json': 'attributes may be the text of a JSON object where they come from CSV',
      'attributes-strings': 'values of attributes are stored as strings',
      'attributes-searchable': 'values of attributes are found by autocomplete and read by enrichment',
      'extra-key': 'any other top-level key becomes an attribute, standard fields never do',
      optional: 'the named optional fields are taken and normalized',
      raw: 'normalizing never overwrites the raw snapshot',
      product: 'an upserted product is answered with every listed field in its listed type',
      'price-text': 'the answered price is decimal text',
      currency: 'the answered product carries a currency',
      'category-path': 'the answered product carries its category as a path',
      'image-urls': 'the answered product carries all its images',
      'stock-status': 'stock_status is in_stock or out_of_stock, as in_stock says',
      phrases: 'generated suggestion and search phrases are part of the answered product',
      removed: 'a removed product is answered with exactly the six listed fields',
    },
  },
  {
    section: '2.3',
    rules: {
      import: 'an import is answered with every listed field in its listed type',
      id: 'the id is a UUID',
      filename: 'an upload as JSON carries one fixed label as its file name',
      'failed-rows': 'failed_rows counts the rows that failed validation',
      'skipped-rows': 'skipped_rows counts the new products that the plan had no room for',
      timestamps: 'times are ISO 8601 in UTC with microseconds',
      'links-self': 'links.self is the absolute URL of the import',
      summary: 'a single-product answer carries only four fields of its import',
    },
  },
  {
    section: '2.5',
    rules: {
      groups: 'an answer holds suggestions, categories, products and meta',
      categories: 'a category is a title and a url, null for imported products',
      card: 'a product card has the listed fields in their listed types',
      'card-id': 'the id of a card is a public UUID, numeric ids never show',
      'card-price': 'the price of a card is decimal text in the stated currency',
      meta: 'meta holds query, mode, store, cached and source as listed',
      counts: 'meta.counts equals the lengths of the three groups',
    },
  },
  {
    section: '3.1',
    rules: {
      omitted: 'an upsert without a stock value puts the product in stock',
      false: 'an upsert with a false-like stock value puts it out of stock',
      delete: 'removing an existing product puts it out of stock',
      retained: 'a removed product keeps its data and is no longer available in autocomplete',
      'feed-absent': 'a successful feed run puts absent products out of stock, without deleting them',
      'upload-absent': 'uploads and API calls never touch products that they do not name',
      enrichment: 'an upsert enriches again only what is new or changed',
    },
  },
  {
    section: '4.2',
    rules: {
      single: 'the body may be one product',
      batch: 'the body may be an object with a list of products',
      answer: 'the answer is 200 with a fixed message and the import, already completed',
      upsert: 'rule 1: products are created or updated by external_id within the store',
      'plan-limit': 'rule 2: over the plan limit the import completes, the overflow is skipped and counted',
      updates: 'rule 2: updates are always allowed and never count toward the limit',
      'enrichment-limit': 'rule 3: at the enrichment limit products are saved and nothing is queued',
    },
  },
  {
    section: '4.3',
    rules: {
      answer: 'an import is answered by its id in the shape of §2.3',
      tenant: 'an import of another store is not found',
    },
  },
  {
    section: '4.4',
    rules: {
      path: 'external_id comes from the path',
      validation: 'values are validated as in a batch',
      indexed: 'the product is stored, enriched and indexed as in a batch',
      answer: 'the answer is 200 with a message, the short import and the product',
    },
  },
  {
    section: '4.5',
    rules: {
      'out-of-stock': 'the product is out of stock afterwards and its data retained',
      answer: 'the answer is 200 with a message and the short product',
    },
  },
  {
    section: '4.7',
    rules: {
      q: 'q may be absent, blank or up to 100 characters',
      limit: 'limit is 1 to 20, 5 by default, and bounds each group',
      discovery: 'a blank q is answered with trending products, recent expressions and categories',
      search: 'any other q is answered with matching products, categories and suggestions',
      'rank-stock': 'products in stock come first',
      'rank-exact': 'then those whose title is the query',
      'rank-prefix': 'then those whose title starts with the query',
      'rank-intent': 'then those whose intent phrases the query meets',
      'rank-popularity': 'then the more popular ones, by decayed clicks and purchases',
      'rank-alphabet': 'then by the alphabet',
      'rank-suggestions': 'clicked suggestions come before unclicked ones of the same prefix',
      cache: 'answers are cached for 60 seconds by store, query and limit',
      cached: 'meta.cached says whether the answer came from the cache',
      source: 'meta.source is graph or backend, and both have the same shape',
      'cross-origin': 'browsers may call from other origins',
    },
  },
  {
    section: '5.1',
    rules: {
      header: 'the key is taken from X-Api-Key',
      bearer: 'the key is taken from Authorization: Bearer',
      required: 'every API request needs a key',
    },
  },
  {
    section: '5.2',
    rules: {
      read: 'a key reads the data of its own store only',
      write: 'a key writes the data of its own store only',
    },
  },
  { section: '5.3', rules: { widget: 'the widget sends its key in X-Api-Key' } },
  {
    section: '5.4',
    rules: {
      basic: 'a protected feed is fetched with basic credentials',
      header: 'a protected feed is fetched with its own header',
    },
  },
  { section: '5.5', rules: { https: 'behind HTTPS, links carry the public https origin' } },
  { section: '5.6', rules: { keys: 'keys are issued, scoped, listed and revoked as Contract §2 decides' } },
  { section: '7.1', rules: { body: 'every error is JSON with a stable status code and a message' } },
  { section: '7.2', rules: { 'plan-limit': 'an overflow of the plan is answered 200, not as an error' } },
  {
    section: '7.3',
    rules: {
      failed: 'a failed import has the status failed and says why in error',
      completed: 'rows that fail are counted while their import completes',
    },
  },
  { section: '7.4', rules: { feed: 'a failed fetch sets the feed status error and fills last_error' } },
  { section: '7.5', rules: { widget: 'the widget closes silently on every failure' } },
  { section: '7.6', rules: { statuses: 'each kind of failure has the status that Contract §3 decides' } },
  { section: '7.7', rules: { codes: 'every code of the catalogue is documented, and none else' } },
  {
    section: '8',
    rules: {
      products: 'a free store holds 100 products, whatever the way in',
      'only-new': 'only new products count against that, the excess is skipped',
      enriched: 'a free store has 5 products enriched, the rest are saved without queuing',
      title: 'a title of 255 characters is taken, one of 256 is not',
      category: 'a category of 255 characters is taken, one of 256 is not',
      price: 'a price of 0 is taken, one below is not',
      q: 'a q of 100 characters is taken, one of 101 is not',
      limit: 'a limit of 1 and of 20 is taken, 0 and 21 are not, 5 is the default',
      cache: 'a cached answer is used for 60 seconds and not longer',
      interval: 'a feed takes the four intervals, 6h by default',
      widget: 'the widget starts at 2 characters, after 150 ms, with 5 results',
    },
  },
  { section: '9.1', rules: { namespace: 'the public API lives under /api/v1' } },
  { section: '9.2', rules: { version: 'no other version answers, and the description names version 1' } },
  { section: '9.3', rules: { widget: '/widget.js carries no version' } },
];

/** Rules whose part of the service does not exist yet: the part that brings them, and their test, by rule id. */
const toCome: ReadonlyMap<string, string> = new Map([
  ['§3.1 feed-absent', 'feeds'],
  ['§5.4 basic', 'feeds'],
  ['§5.4 header', 'feeds'],
  ['§7.4 feed', 'feeds'],
  ['§7.5 widget', 'the widget'],
  ['§8 interval', 'feeds'],
  ['§8 widget', 'the widget'],
  ['§9.3 widget', 'the widget'],
]);

/** Every rule of the checklist, in the order of the specification. */
export const specRules: readonly SpecRule[] = sections.flatMap(({ section, rules }) =>
  Object.entries(rules).map(([key, rule]) => {
    const id = `§${section} ${key}`;
    return { id, rule, comesWith: toCome.get(id) ?? null };
  }),
);
