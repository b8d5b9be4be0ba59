/**
 * Goal: engine and oracle give the same answers. Method: random catalogs in several scripts go through random
 * changes, synonyms and merges. Both are asked after every step, one random query after the other in turn, and all
 * of them after the last step, on the other side of a message channel.
 */
import assert from 'node:assert/strict';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import fc from 'fast-check';
import type { SearchDocument } from '../../server/search/document/document.ts';
import type {
  IndexReader,
  IndexSnapshot,
  IndexWriter,
  SearchResult,
  SynonymSettings,
} from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { mergeSegments } from '../../server/search/indexing/merge-plan.ts';
import { isNounFirst } from '../../server/search/phrases/phrase-languages.ts';
import { compileSynonyms } from '../../server/search/query/compile-synonyms.ts';
import { expandSynonyms } from '../../server/search/query/synonyms.ts';
import { QueryBudget } from '../../server/search/step-budget.ts';
import { createStemmer } from '../../server/search/text/stems.ts';
import { createRespell } from '../../server/search/text/text-terms.ts';
import { type Scenario, type Step, scenarios } from './catalogs.ts';
import { type OracleAnswer, oracleDiscover, oracleSearch } from './oracle.ts';
import type { OracleStore } from './oracle-words.ts';

/** The number of runs, and the random numbers to run with. */
export interface PropertyRuns {
  readonly runCount: number;
  /** Absent means another one each time; a failure tells it. */
  readonly seed?: number;
}

/** Throws the smallest scenario found for which engine and oracle differ. */
export function assertEngineProperty({ runCount, seed }: PropertyRuns): void {
  const { port1, port2 } = new MessageChannel();
  const send = (snapshot: IndexSnapshot): IndexSnapshot => {
    port1.postMessage(snapshot);
    return receiveMessageOnPort(port2)?.message;
  };
  const property = fc.property(scenarios, (scenario) => assertScenario(scenario, send));
  try {
    fc.assert(property, { numRuns: runCount, ...(seed === undefined ? {} : { seed }) });
  } finally {
    port1.close();
    port2.close();
  }
}

/** The state that the index of a scenario should know. */
interface Life {
  readonly writer: IndexWriter;
  readonly documents: Map<string, SearchDocument>;
  synonyms: SynonymSettings;
  hidesOutOfStock: boolean;
}

function assertScenario(scenario: Scenario, send: (snapshot: IndexSnapshot) => IndexSnapshot): void {
  const { locale, graph, steps, queries, common } = scenario;
  const synonyms: SynonymSettings = { rules: [], common: false, version: 0 };
  const writer = createIndexWriter({ locale, graph, synonyms });
  const life: Life = { writer, documents: new Map(), synonyms, hidesOutOfStock: false };
  let reader: IndexReader | undefined;
  for (const [index, step] of steps.entries()) {
    take(life, step);
    reader = openIndex(snapshotOf(life), reader, common);
    const inTurn = queries.slice(index % queries.length).slice(0, 1);
    assertAnswers(reader, life, { ...scenario, queries: inTurn });
  }
  assertAnswers(openIndex(send(snapshotOf(life)), undefined, common), life, scenario);
}

function snapshotOf({ writer, hidesOutOfStock }: Life): IndexSnapshot {
  return { ...writer.snapshot(), hidesOutOfStock };
}

function take(life: Life, step: Step): void {
  const { writer, documents } = life;
  if (step.kind === 'apply') {
    writer.apply(step.documents);
    for (const document of step.documents) documents.set(document.productId, document);
  } else if (step.kind === 'erase') {
    const ids = [...documents.keys()];
    const erased = step.places.flatMap((place) => ids[place % ids.length] ?? []);
    writer.erase(erased);
    for (const id of erased) documents.delete(id);
  } else if (step.kind === 'cards') {
    takeCards(life, step);
  } else if (step.kind === 'synonyms') {
    life.synonyms = { rules: step.rules, common: false, version: life.synonyms.version + 1 };
    writer.setSynonyms(life.synonyms);
  } else if (step.kind === 'stock') {
    life.hidesOutOfStock = step.hides;
  } else {
    while (writer.merge());
  }
}

function takeCards({ writer, documents }: Life, step: Extract<Step, { readonly kind: 'cards' }>): void {
  const all = [...documents.values()];
  const plan = step.isDuringMerge ? writer.planMerge({ isAtRest: true }) : null;
  for (const place of step.places) {
    const before = all[place % all.length];
    if (before === undefined) continue;
    const card = ['{"name":', JSON.stringify(step.card), `,"place":${place}}`];
    const document = { ...before, card };
    writer.apply([document]);
    documents.set(document.productId, document);
  }
  if (plan !== null) writer.adopt(plan, mergeSegments(plan));
}

function assertAnswers(reader: IndexReader, life: Life, scenario: Scenario): void {
  const { locale, queries, limit, signals, alone } = scenario;
  const isAlone = (id: string) => alone.has(id);
  const documents = Array.from(life.documents.values()).filter(
    ({ inStock }) => inStock || !life.hidesOutOfStock,
  );
  const store = storeOf(locale, life.synonyms);
  assert.equal(reader.documentCount, documents.length);
  for (const query of queries) {
    const expected = oracleSearch(documents, store, query, limit, signals, isAlone);
    // More than any of these catalogs needs: within its budget a question is answered as without one.
    const budget = new QueryBudget(50_000_000);
    const terms = { budget, isBlocked: null, isAlone };
    const answer = present(reader.search(query, limit, signals, terms));
    assert.equal(budget.wasShort, false);
    assert.deepEqual(answer, expected, `query ${JSON.stringify(query)}`);
  }
  const terms = { budget: new QueryBudget(50_000_000), isBlocked: null, isAlone };
  const discovered = present(reader.discover(limit, signals, terms));
  assert.deepEqual(discovered, oracleDiscover(documents, store, limit, signals, isAlone));
  for (const { productId, group = null } of documents) {
    assert.equal(reader.groupOf(productId), group);
    if (group === null) continue;
    const members = documents.filter((one) => one.group === group).map(({ externalId }) => externalId);
    assert.deepEqual(reader.membersOf([group]).get(group), members.sort());
  }
}

/** Returns what the engine makes of a store's language and synonyms; both have properties of their own. */
export function storeOf(locale: string, { rules }: SynonymSettings): OracleStore {
  const stem = createStemmer(locale);
  const synonyms = compileSynonyms(rules, stem);
  return {
    locale,
    stem,
    respell: createRespell(locale),
    nounFirst: isNounFirst(locale),
    expand: (words) => expandSynonyms([synonyms], words, stem),
  };
}

/** The answer as the oracle gives it. */
export function present({ products, categories, suggestions, correctedQuery }: SearchResult): OracleAnswer {
  return {
    correctedQuery,
    categories,
    suggestions,
    products: products.map(({ productId, card, tiers }) => ({
      productId,
      card: Buffer.from(card).toString(),
      tiers,
    })),
  };
}
