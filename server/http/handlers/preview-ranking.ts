/**
 * Compares the answers to the most frequent searches of a store before and after a change of its ranking settings. It asks the engine,
 * so it runs in the thread that has the indexes. It stores and counts nothing; boosts that are not valid were refused with their
 * fields, and an index that is loading is 503. At most 20 searches; at most 4 previews of a store run at a time.
 */
// Tests: test/api/ranking.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { RankingPreviewBody, rankingOperations } from '../../../contract/ranking.ts';
import { dayBefore } from '../../analytics/periods.ts';
import { boostPlaces } from '../../autocomplete/answering/assemble-answer.ts';
import type { TriedSettings } from '../../autocomplete/answering/autocomplete.ts';
import { formatDay } from '../../clock.ts';
import { notFound, unavailable } from '../../errors.ts';
import type { ShownResult } from '../../merchandising/arrange-answer.ts';
import type { HandlerOf } from '../../operations/operation-call.ts';
import { presentSummary } from '../../operations/present-product.ts';
import type { Services } from '../services.ts';

/** Fewer known searches than this say too little about a shop. Chosen. */
const searchesMin = 5;

type ProductHit = ShownResult['products'][number];

/** A query that is tried, and how often it was searched; null for the title of a product. */
interface TriedQuery {
  readonly query: string;
  readonly searches: number | null;
}

/** The answers to one query. */
interface Compared extends TriedQuery {
  readonly before: readonly ProductHit[];
  readonly after: readonly ProductHit[];
}

type PreviewedSearch = RankingPreviewBody['searches'][number];
type PresentHit = (hit: ProductHit) => PreviewedSearch['before'][number]['product'] | null;

/** The first places of frequent searches, now and with other settings. */
export function previewRanking(services: Services): HandlerOf<(typeof rankingOperations)['previewRanking']> {
  const { index } = services;
  return async ({ storeId, body: { boosts, hide_out_of_stock: hidesOutOfStock } }, { cancelled }) => {
    await index.load(storeId);
    const { popularity, counts } = await index.tryBoosts({ storeId, boosts }, cancelled);
    const asIs: TriedSettings = { rules: (own) => own, synonyms: null };
    const ranking = { popularity, hidesOutOfStock };
    const { basis, queries } = await queriesToTry(services, storeId, asIs);
    const compared: Compared[] = [];
    for (const tried of queries) {
      const before = await findWith(services, storeId, tried.query, asIs);
      const after = await findWith(services, storeId, tried.query, { ...asIs, ranking });
      compared.push({ ...tried, before: before.products, after: after.products });
    }
    const present = await createPresenter(services, storeId, compared);
    return {
      basis,
      boosted_products: [...counts],
      searches: compared.map((one) => presentSearch(one, present)),
    };
  };
}

/** The most frequent searches, or where too few are known the titles of the most popular products. */
async function queriesToTry(
  services: Services,
  storeId: string,
  asIs: TriedSettings,
): Promise<{ readonly basis: RankingPreviewBody['basis']; readonly queries: readonly TriedQuery[] }> {
  const { readers, clock } = services;
  const to = formatDay(clock.nowMicros());
  const span = { from: dayBefore(to, limits.analyticsDaysDefault - 1), to };
  const most = limits.rankingPreviewSearches;
  const known = await readers.of(storeId).analytics.rankedQueries(span, 'searches', most);
  if (known.length >= searchesMin) {
    return { basis: 'searches', queries: known.map(({ query, searches }) => ({ query, searches })) };
  }
  const { products } = await findWith(services, storeId, '', asIs);
  const titles = new Set(products.map(({ card }) => titleOf(card)));
  const queries = Array.from(titles, (query) => ({ query, searches: null }));
  return { basis: 'products', queries };
}

function titleOf(card: Uint8Array): string {
  const { title } = JSON.parse(Buffer.from(card).toString('utf8')) as { readonly title: string };
  return Array.from(title).slice(0, limits.queryMaxLength).join('');
}

async function findWith(
  { autocomplete }: Services,
  storeId: string,
  query: string,
  tried: TriedSettings,
): Promise<ShownResult> {
  const question = { storeId, query, limit: limits.rankingPreviewLooks };
  const found = await autocomplete.inTurn(storeId, () => autocomplete.tryWith(question, tried));
  if (found === undefined) throw unavailable('The index of this store is being loaded.', 1);
  return found;
}

async function createPresenter(
  { storage, readers }: Services,
  storeId: string,
  compared: readonly Compared[],
): Promise<PresentHit> {
  const shown = compared.flatMap(({ before, after }) => [...firstOf(before), ...firstOf(after)]);
  const ids = [...new Set(shown.map(({ productId }) => productId))];
  const [store, stored] = await Promise.all([
    storage.directory.findStore(storeId),
    readers.of(storeId).collections.cardProducts(ids),
  ]);
  if (store === null) throw notFound('store');
  const byId = new Map(stored.map((product) => [product.id, presentSummary(product, store.currency)]));
  return ({ productId }) => byId.get(productId) ?? null;
}

function firstOf(hits: readonly ProductHit[]): readonly ProductHit[] {
  return hits.slice(0, limits.rankingPreviewPlaces);
}

function presentSearch({ query, searches, before, after }: Compared, present: PresentHit): PreviewedSearch {
  const [placesBefore, placesAfter] = [placesOf(before), placesOf(after)];
  const rows = (hits: readonly ProductHit[]) =>
    firstOf(hits).flatMap((hit, at) => {
      const product = present(hit);
      if (product === null) return [];
      return [{ id: hit.productId, product, place: at + 1, boosts: boostPlaces(hit.tiers.boosts) }];
    });
  const idsOf = (hits: readonly ProductHit[]) => firstOf(hits).map(({ productId }) => productId);
  return {
    ...{ query, searches },
    is_changed: idsOf(before).join() !== idsOf(after).join(),
    before: rows(before).map(({ id, ...row }) => ({ ...row, place_after: placesAfter.get(id) ?? null })),
    after: rows(after).map(({ id, ...row }) => ({ ...row, place_before: placesBefore.get(id) ?? null })),
  };
}

function placesOf(hits: readonly ProductHit[]): ReadonlyMap<string, number> {
  return new Map(hits.map(({ productId }, at) => [productId, at + 1]));
}
