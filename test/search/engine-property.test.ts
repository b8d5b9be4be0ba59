/**
 * Goal: engine and oracle give the same answers. Method: random catalogs in several scripts go through random
 * changes and merges; after every step all random queries are asked of both, on this side of a message channel and
 * on the other.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import fc from 'fast-check';
import type { SearchDocument } from '../../server/search/document.ts';
import type { IndexReader, IndexSnapshot, SearchResult } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { type Scenario, scenarios } from './catalogs.ts';
import { oracleDiscover, oracleSearch } from './oracle.ts';
import { propertyRuns } from './runs.ts';

const locale = 'tr-TR';

function present(result: SearchResult) {
  return {
    ...result,
    products: result.products.map(({ productId, card, tiers }) => ({
      productId,
      card: Buffer.from(card).toString(),
      tiers,
    })),
  };
}

function assertAnswers(reader: IndexReader, documents: readonly SearchDocument[], scenario: Scenario): void {
  const { queries, limit, signals } = scenario;
  assert.equal(reader.documentCount, documents.length);
  for (const query of queries) {
    const expected = oracleSearch(documents, locale, query, limit, signals);
    assert.deepEqual(
      present(reader.search(query, limit, signals)),
      expected,
      `query ${JSON.stringify(query)}`,
    );
  }
  const discovered = present(reader.discover(limit, signals));
  assert.deepEqual(discovered, oracleDiscover(documents, locale, limit, signals));
}

test('§4.7 search: engine and oracle agree through changes, merges and threads', () => {
  const { port1, port2 } = new MessageChannel();
  const send = (snapshot: IndexSnapshot): IndexSnapshot => {
    port1.postMessage(snapshot);
    return receiveMessageOnPort(port2)?.message;
  };
  const property = fc.property(scenarios, (scenario) => {
    const writer = createIndexWriter({ locale });
    const documents = new Map<string, SearchDocument>();
    let reader: IndexReader | undefined;
    for (const step of scenario.steps) {
      if (step.kind === 'apply') {
        writer.apply(step.documents);
        for (const document of step.documents) documents.set(document.productId, document);
      } else {
        while (writer.merge());
      }
      reader = openIndex(writer.snapshot(), reader);
      assertAnswers(reader, Array.from(documents.values()), scenario);
    }
    assertAnswers(openIndex(send(writer.snapshot())), Array.from(documents.values()), scenario);
  });
  try {
    fc.assert(property, { numRuns: propertyRuns });
  } finally {
    port1.close();
    port2.close();
  }
});
