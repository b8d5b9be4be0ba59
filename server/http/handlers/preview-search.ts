/**
 * Answers a query as it is now and as a change of rules and synonyms would make it. It asks the engine, so it runs in the thread that
 * has the indexes. It stores nothing and counts nothing; rules and synonyms that are not valid were refused with their fields, and an
 * index that is loading is 503. At most 4 changes of a store are tried at a time.
 */
// Tests: test/api/searches.test.ts.
import type { FoundAnswer, SearchChange, searchOperations } from '../../../contract/searches.ts';
import { explainTiers } from '../../autocomplete/answering/assemble-answer.ts';
import type { TriedSettings } from '../../autocomplete/answering/autocomplete.ts';
import { notFound, unavailable } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { ShownResult } from '../../merchandising/arrange-answer.ts';
import { noRules } from '../../merchandising/compile-rules.ts';
import { openRules } from '../../merchandising/rule-set.ts';
import type { HandlerOf } from '../../operations/operation-call.ts';
import { presentSummary } from '../../operations/present-product.ts';
import { withIds } from '../../resources/merchandising/write-merchandising.ts';
import type { Services } from '../services.ts';

/** Products in an answer: twice as many as a box shows, so that products to lift are in sight. */
const productsFound = 10;

/** The answer now, and the answer after a change. */
export function previewSearch(services: Services): HandlerOf<(typeof searchOperations)['previewSearch']> {
  const { index } = services;
  return async ({ storeId, body: { query, change } }, { cancelled }) => {
    const [tried] = await Promise.all([
      change && compileChange(services, { storeId, change }, cancelled),
      index.load(storeId),
    ]);
    const asIs: TriedSettings = { rules: (own) => own, synonyms: null };
    const before = await findWith(services, { storeId, query }, asIs);
    const after = tried && (await findWith(services, { storeId, query }, tried));
    return presentFound(services, storeId, { before, after });
  };
}

async function compileChange(
  { readers }: Services,
  { storeId, change: { rule, synonyms } }: { readonly storeId: string; readonly change: SearchChange },
  cancelled: AbortSignal,
): Promise<TriedSettings> {
  const added = rule === null || rule.after === null ? [] : withIds([rule.after], newId);
  const [compiled, compiledSynonyms] = await Promise.all([
    added.length === 0 ? null : readers.compileRules({ storeId, rules: added }, cancelled),
    synonyms && readers.compileSynonyms({ storeId, ...synonyms }, cancelled),
  ]);
  return {
    rules(own) {
      if (rule === null) return own;
      const { before, place } = rule;
      const set = own ?? openRules(noRules);
      return set.replace({ ruleId: before?.id ?? null, place, by: compiled });
    },
    synonyms: compiledSynonyms,
  };
}

async function findWith(
  { autocomplete }: Services,
  { storeId, query }: { readonly storeId: string; readonly query: string },
  tried: TriedSettings,
): Promise<ShownResult> {
  const question = { storeId, query, limit: productsFound };
  const found = await autocomplete.inTurn(storeId, () => autocomplete.tryWith(question, tried));
  if (found === undefined) throw unavailable('The index of this store is being loaded.', 1);
  return found;
}

interface Answers {
  readonly before: ShownResult;
  readonly after: ShownResult | null;
}

async function presentFound(
  { storage, readers, autocomplete }: Services,
  storeId: string,
  { before, after }: Answers,
): Promise<{ readonly before: FoundAnswer; readonly after: FoundAnswer | null }> {
  const answers = after === null ? [before] : [before, after];
  const ids = answers.flatMap(({ products, hidden = [] }) =>
    [...products, ...hidden].map(({ productId }) => productId),
  );
  const [store, stored] = await Promise.all([
    storage.directory.findStore(storeId),
    readers.of(storeId).collections.cardProducts([...new Set(ids)]),
  ]);
  if (store === null) throw notFound('store');
  const byId = new Map(stored.map((product) => [product.id, product]));
  const variants = autocomplete.variantsOf(
    storeId,
    answers.flatMap(({ products }) => products),
  );
  const present = ({ products, hidden = [], marks = [], ...found }: ShownResult): FoundAnswer => ({
    products: products.flatMap(({ productId, tiers }, place) => {
      const product = byId.get(productId);
      if (product === undefined) return [];
      const explain = explainTiers(tiers, marks[place] ?? null, variants.get(productId) ?? null);
      return [{ product: presentSummary(product, store.currency), type: product.productType, explain }];
    }),
    hidden: hidden.flatMap(({ productId }) => {
      const product = byId.get(productId);
      return product === undefined ? [] : [presentSummary(product, store.currency)];
    }),
    suggestions: [...found.suggestions],
    categories: [...found.categories],
    redirect: found.redirect ?? null,
    corrected_query: found.correctedQuery,
  });
  return { before: present(before), after: after && present(after) };
}
