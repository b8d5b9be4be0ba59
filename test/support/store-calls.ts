/**
 * Makes the calls that tests through the public surface make again and again in the name of one store: products in, answers out. Each call fails the
 * test where it is not answered 200; what an answer must hold is the test's own matter. It waits for nothing but an index that is
 * being loaded (503 with Retry-After, in seconds) and reads no database.
 */
import assert from 'node:assert/strict';
import type { AutocompleteAnswer, ExplainBody, ProductCard } from '../../contract/autocomplete.ts';
import type { FailureBody, ImportBody, IssueBody, RowProblem } from '../../contract/imports.ts';
import type { ProductBody } from '../../contract/products.ts';
import type { Answer, RequestOptions } from './start-test-service.ts';
import { waitUntil } from './wait-until.ts';

/** The sender of requests: a {@link TestStore}, or a service in a process of its own. */
export interface Caller {
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
}

/** A product as a merchant sends it. */
export type ProductInput = Readonly<Record<string, unknown>>;

/** A product card with its tiers typed, which a reference in a schema cannot do. */
export interface CardView extends Omit<ProductCard, 'explain'> {
  readonly explain?: ExplainBody;
}

/** An autocomplete answer with its cards typed. */
export interface SearchAnswer extends Omit<AutocompleteAnswer, 'products'> {
  readonly products: readonly CardView[];
}

/** A failed row with its faults typed. */
export interface FailureView extends Omit<FailureBody, 'errors'> {
  readonly errors: readonly RowProblem[];
}

/** An import with its failures and issues typed. */
export interface ImportView extends Omit<ImportBody, 'failures' | 'issues'> {
  readonly failures: readonly FailureView[];
  readonly issues: readonly IssueBody[];
}

/** The answer of a single upsert. */
export interface UpsertAnswer {
  readonly message: string;
  readonly import: Readonly<Record<string, unknown>>;
  readonly product: ProductBody | null;
}

/** The smallest valid product, with what a test is about given on top. */
export function productInput(externalId: string, fields: ProductInput = {}): ProductInput {
  return {
    external_id: externalId,
    title: `Title of ${externalId}`,
    price: 12.9,
    url: 'https://shop.example/p',
    ...fields,
  };
}

/** The path of one product, its id percent-encoded. */
export function productPath(externalId: string): string {
  return `/api/v1/products/${encodeURIComponent(externalId)}`;
}

export async function importProducts(
  store: Caller,
  products: readonly unknown[],
  query = '',
): Promise<ImportView> {
  const answer = await store.request('POST', `/api/v1/product-imports${query}`, { body: { products } });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ import: ImportView }>().import;
}

/** Puts one product whose id and other fields are given, and returns it as stored. */
export async function putProduct(
  store: Caller,
  externalId: string,
  fields: ProductInput = {},
): Promise<ProductBody> {
  const body = productInput(externalId, fields);
  const answer = await store.request('PUT', productPath(externalId), { body });
  assert.equal(answer.status, 200, answer.text);
  const { product } = answer.as<UpsertAnswer>();
  assert.ok(product, answer.text);
  return product;
}

export async function getProduct(store: Caller, externalId: string): Promise<ProductBody> {
  const answer = await store.request('GET', productPath(externalId));
  assert.equal(answer.status, 200, answer.text);
  return answer.as<ProductBody>();
}

/** Asks for `q` with further parameters, such as `{ limit: 20 }`. */
export async function ask(
  store: Caller,
  q: string,
  parameters: Readonly<Record<string, string | number>> = {},
): Promise<SearchAnswer> {
  const query = Object.entries({ q, ...parameters }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  const answer = await askLoaded(store, `/api/v1/autocomplete?${query.join('&')}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<SearchAnswer>();
}

/** An index that is still being loaded answers 503 with Retry-After (Contract §3), which callers follow. */
export async function askLoaded(store: Caller, path: string, options?: RequestOptions): Promise<Answer> {
  let answer = await store.request('GET', path, options);
  const isLoaded = async () => {
    if (answer.status === 503) answer = await store.request('GET', path, options);
    return answer.status !== 503;
  };
  await waitUntil('the index of the store', isLoaded, 60_000);
  return answer;
}

/** The titles of the products that an answer for `q` shows, in its order; up to 20. */
export async function titlesFor(store: Caller, q: string): Promise<string[]> {
  return (await ask(store, q, { limit: 20 })).products.map(({ title }) => title);
}
