/** Guards of feeds: what may go out of stock, whose credentials go where, and whether a document is believed. */
import type { Guard } from './guard.ts';

export const feedsGuards: readonly Guard[] = [
  {
    name: 'a field that no feed has is refused',
    file: 'server/operations/read-by-schema.ts',
    from: '  if (!additionalProperties)\n',
    to: '  if (additionalProperties && !reading)\n',
    tests: {
      'test/api/feed-changes.test.ts': ['a field the feed lacks is refused, and nothing changes'],
    },
  },
  {
    name: 'a run takes no more products out of stock than it may',
    file: 'server/feeds/absent-products.ts',
    from: 'if (gone * 100 <= inStock * maxPercent) return null;',
    to: 'if (gone >= 0) return null;',
    tests: {
      'test/api/feed-admission.test.ts': ['a run that empties too much stock fails unless forced'],
    },
  },
  {
    name: 'the guard of removals counts from fifty products up',
    file: 'server/feeds/absent-products.ts',
    from: 'maxPercent >= 100 || inStock < limits.feedRemovalGuardFrom',
    to: 'maxPercent >= 100',
    tests: {
      'test/api/feed-admission.test.ts': ['a run that empties too much stock fails unless forced'],
    },
  },
  {
    name: 'a document without a valid row changes nothing',
    file: 'server/feeds/run-feed.ts',
    from: "if (this.#run.validRows === 0) throw new FeedFault('no_valid_rows', this.#faultOfRows());",
    to: '',
    tests: {
      'test/api/feed-admission.test.ts': ['a document of failed rows only ends as no_valid_rows'],
    },
  },
  {
    name: 'a document of which the plan lets nothing in fails',
    file: 'server/feeds/run-feed.ts',
    from: "if (hasValidRow && !hasAdmittedRow) throw new FeedFault('no_valid_rows', faultOfFullPlan);",
    to: '',
    tests: {
      'test/api/feed-admission.test.ts': ['Contract §6 a document that the plan keeps out changes nothing'],
    },
  },
  {
    name: 'a document with a row without id takes nothing out of stock',
    file: 'server/feeds/run-feed.ts',
    from: 'if (this.#details.unidentifiedRows === 0) await this.#removeAbsent();',
    to: 'await this.#removeAbsent();',
    tests: {
      'test/api/feed-runs.test.ts': ['an oversized product counts by id, else nothing leaves stock'],
    },
  },
  {
    name: 'what another feed supplies is not absent',
    file: 'server/feeds/absent-products.ts',
    from: 'this.#externalIds = this.first(this.count).filter((id) => !ids.has(id));',
    to: "this.#externalIds = this.first(this.count).filter((id) => ids !== null || id === '');",
    tests: {
      'test/api/feed-runs.test.ts': ['Contract §6 another feed’s products are not absent until it is gone'],
    },
  },
  {
    name: 'what was written during the fetch stays in stock',
    file: 'server/storage/feeds/statements.ts',
    from: "return expression.or([writtenBefore, expression('run_id', 'in', runNames)]);",
    to: "return expression.or([writtenBefore, expression('change_number', '>', 0)]);",
    tests: {
      'test/api/feed-runs.test.ts': ['a product written by API leaves stock at the next fetch'],
    },
  },
  {
    name: 'rows that other settings make valid are not believed',
    file: 'server/feeds/run-feed.ts',
    from: 'isBelieved ? prepared : { ...prepared, products: [] }',
    to: 'prepared',
    tests: {
      'test/scenarios/feed-guards.test.ts': [
        'rows that changed settings make valid take nothing out of stock',
      ],
    },
  },
  {
    name: 'credentials stay with their origin when an address changes',
    file: 'server/resources/feeds/update-feed.ts',
    from: 'if (secret === undefined) refuseOtherOrigin(before, url);',
    to: '',
    tests: {
      'test/api/feed-changes.test.ts': ['credentials stay with their origin unless they are given again'],
    },
  },
  {
    name: 'a change that was tried with what is gone is refused',
    file: 'server/resources/feeds/update-feed.ts',
    from: 'if (isAnotherDocument(feed, change) && !isSameSource(feed, before)) throw changedMeanwhile();',
    to: '',
    tests: {
      'test/api/feed-changes.test.ts': ['a concurrent change that was tried with outdated values is refused'],
    },
  },
  {
    name: 'a change of the document is tried first',
    file: 'server/resources/feeds/update-feed.ts',
    from: '    await probes.probe(storeId, () => checkDocument(source, dependencies));\n',
    to: '    void [source, looks];\n',
    tests: {
      'test/api/feed-changes.test.ts': ['a changed address, format or credential is stored if it works'],
    },
  },
  {
    name: 'credentials never stand in the log of changes',
    file: 'server/resources/feeds/update-feed.ts',
    from: "secret === null ? 'cleared' : 'replaced'",
    to: "secret === null ? 'cleared' : JSON.stringify(secret)",
    tests: {
      'test/api/feed-changes.test.ts': ['credentials reach the feed but are never shown or stored plainly'],
    },
  },
  {
    name: 'a run under way is answered in place of a second one',
    file: 'server/resources/feeds/write-feeds.ts',
    from: 'if (open !== null) return force ? await passRemovalGuard(writer, open) : open;',
    to: '',
    tests: {
      'test/api/feeds.test.ts': ['a waiting or running run answers for a second one'],
    },
  },
  {
    name: 'a store has so many feeds',
    file: 'server/resources/feeds/write-feeds.ts',
    from: 'if ((await reader.feeds.list()).length >= limits.feedsPerStore) {',
    to: 'if ((await reader.feeds.list()).length < 0) {',
    tests: { 'test/api/feeds.test.ts': ['a store has so many feeds'] },
  },
  {
    name: 'an address is registered once',
    file: 'server/resources/feeds/write-feeds.ts',
    from: '  await refuseTakenAddress(reader, url, null);\n',
    to: '',
    tests: {
      'test/api/feeds.test.ts': ['Contract §3 a repeated feed address is refused in any spelling'],
    },
  },
  {
    name: 'a feed that cannot be read is not registered',
    file: 'server/resources/feeds/write-feeds.ts',
    from: '  await probes.probe(storeId, () => checkDocument(source, dependencies));\n',
    to: '  void looks;\n',
    tests: {
      'test/api/feeds.test.ts': ['Contract §6 a forbidden, unreachable or non-feed address is refused'],
    },
  },
  {
    name: 'merchants hear of the first failure only',
    file: 'server/resources/webhooks/announce.ts',
    from: "if (!('outcome' in event && event.outcome.repeated)) {",
    to: '{',
    tests: {
      'test/api/feed-changes.test.ts': ['a reactivated feed that fails again sends both messages'],
    },
  },
  {
    name: 'a document is not nested without end',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: 'if (this.#depth > limits.documentDepth) throw this.#tooDeep();',
    to: '',
    tests: {
      'server/ingest/readers/hostile-xml.live.test.ts': [
        'Contract §6 a document that is no feed is refused with its fault',
      ],
    },
  },
  {
    name: 'a tag has a bounded number of attributes',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: 'if (this.#attributeCount > limits.xmlAttributesMax) throw this.#tooManyAttributes();',
    to: '',
    tests: {
      'server/ingest/readers/hostile-xml.live.test.ts': [
        'Contract §6 a document that is no feed is refused with its fault',
      ],
    },
  },
  {
    name: 'a text of a document is bounded',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: 'if (this.position - this.#markedAt <= most) return;',
    to: 'return;',
    tests: {
      'server/ingest/readers/hostile-xml.live.test.ts': [
        'Contract §6 a document that is no feed is refused with its fault',
      ],
    },
  },
  {
    name: 'a DTD is refused',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: "parser.on('doctype', (text) => this.#refuseDoctype(text));",
    to: '',
    tests: {
      'server/ingest/readers/hostile-xml.live.test.ts': [
        'Contract §6 a document that is no feed is refused with its fault',
      ],
    },
  },
  {
    name: 'text that XML does not allow is left to the parser',
    file: 'server/ingest/readers/plain-items.ts',
    from: '.test(text)) && isAllowed(text);',
    to: '.test(text));',
    tests: {
      'server/ingest/readers/plain-items.test.ts': ['an item that is not plain goes to the parser'],
    },
  },
  {
    name: 'attributes that bind names are left to the parser',
    file: 'server/ingest/readers/plain-items.ts',
    from: "const decisiveAttributes = ['xmlns', 'href'];",
    to: "const decisiveAttributes = ['href'];",
    tests: {
      'server/ingest/readers/plain-items.test.ts': ['an item that is not plain goes to the parser'],
    },
  },
  {
    name: 'names are looked up again where others are Google’s',
    file: 'server/ingest/readers/plain-items.ts',
    from: 'if (this.#scope !== this.#names.scope) this.#forget();',
    to: 'if (this.#scope === null) this.#forget();',
    tests: {
      'server/ingest/readers/plain-items.test.ts': ['an item that is not plain goes to the parser'],
    },
  },
  {
    name: 'plain items are read right behind a tag only',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: 'if (this.#tagEndedAt === this.#arrived && this.#isVersion10)',
    to: 'if (this.#isVersion10)',
    tests: {
      'server/ingest/readers/plain-items.test.ts': ['an item that is not plain goes to the parser'],
    },
  },
  {
    name: 'plain items stand where items may stand',
    file: 'server/ingest/readers/google-xml-reader.ts',
    from: "return depth === 1 || (depth === 2 && this.#path[1] === 'channel');",
    to: 'return depth === 1 || depth === 2;',
    tests: {
      'server/ingest/readers/plain-items.test.ts': ['an item that is not plain goes to the parser'],
    },
  },
  {
    name: 'plain items end what the parser holds',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: 'this.#markedAt = this.position;\n      this.#tagEndedAt',
    to: 'this.#tagEndedAt',
    tests: {
      'server/ingest/readers/plain-items.test.ts': ['plain items that fill every piece do not pile up'],
    },
  },
];
