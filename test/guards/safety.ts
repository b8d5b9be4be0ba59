/** Guards of what is shown: logs without secrets, cells without formulas, pages without markup of others, texts without traps. */
import type { Guard } from './guard.ts';

export const safetyGuards: readonly Guard[] = [
  {
    name: 'a source that changed since it was packed is run itself',
    file: 'server/packed.js',
    from: 'if (digestSources(paths) !== digest) return new Map();',
    to: '',
    tests: { 'server/packed.live.test.ts': ['a changed source is run instead of its packed copy'] },
  },
  {
    name: 'a module that was packed into others runs itself',
    file: 'bin/pack-service.ts',
    from: 'entryPoint === undefined ? [] : [[entryPoint, basename(file)]]',
    to: "[[entryPoint ?? file, `${basename(entryPoint ?? file, '.ts')}.js`]]",
    tests: { 'server/packed.live.test.ts': ['every packed module that is named has its file'] },
  },
  {
    name: 'threads run the version that their process began with',
    file: 'server/packed.js',
    from: '  setEnvironmentData(decision, files);\n',
    to: '',
    tests: { 'server/packed.live.test.ts': ['threads run the version that their process began with'] },
  },
  {
    name: 'what a spreadsheet would run gets an apostrophe',
    file: 'csv/formula-cell.ts',
    from: "return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;",
    to: 'return text;',
    tests: {
      'csv/formula-cell.test.ts': ['text that a spreadsheet would run gets an apostrophe'],
      'server/http/presenters/failures-csv.live.test.ts': [
        'text that a spreadsheet would run gets an apostrophe',
      ],
    },
  },
  {
    name: 'a cell that another country’s separator would part is quoted',
    file: 'server/http/presenters/csv-line.ts',
    from: '!/[",;\\t\\r\\n]/.test(defused)',
    to: '!/["\\r\\n]/.test(defused)',
    tests: {
      'server/http/presenters/failures-csv.live.test.ts': [
        'a file of failed rows keeps its separator and spreadsheet mark',
      ],
    },
  },
  {
    name: 'a query in a file of figures is defused',
    file: 'server/http/presenters/csv-line.ts',
    from: 'quoted(defuse(cell))',
    to: 'quoted(cell)',
    tests: {
      'server/http/answers/analytics-file.test.ts': ['a query stays one harmless cell in any spreadsheet'],
    },
  },
  {
    name: 'an address of a product is one of the web',
    file: 'server/catalog/url.ts',
    from: 'if (!absolute.test(url) || unsafe.test(url) || userInfo.test(url)) return null;',
    to: 'if (unsafe.test(url) || userInfo.test(url)) return null;',
    tests: {
      'server/catalog/url.test.ts': ['Contract §4 other schemes and relative addresses are refused'],
      'server/catalog/parse-product.test.ts': ['§2.1 url: it is required and must be a web address'],
    },
  },
  {
    name: 'an address holds no blanks, controls and backslashes',
    file: 'server/catalog/url.ts',
    from: 'if (!absolute.test(url) || unsafe.test(url) || userInfo.test(url)) return null;',
    to: 'if (!absolute.test(url) || userInfo.test(url)) return null;',
    tests: {
      'server/catalog/url.test.ts': ['white space, controls and backslashes in an address are refused'],
    },
  },
  {
    name: 'an address holds no user name',
    file: 'server/catalog/url.ts',
    from: 'if (!absolute.test(url) || unsafe.test(url) || userInfo.test(url)) return null;',
    to: 'if (!absolute.test(url) || unsafe.test(url)) return null;',
    tests: { 'server/catalog/url.test.ts': ['a user name before the host is refused'] },
  },
  {
    name: 'an address of a product has 2,048 characters at most',
    file: 'server/catalog/url.ts',
    from: 'if (isLongerThan(url, limits.urlMaxLength)) return null;',
    to: '',
    tests: { 'server/catalog/url.test.ts': ['Contract §4 an address has 2,048 characters at most'] },
  },
  {
    name: 'text in a page is escaped',
    file: 'demo/html.ts',
    from: "(character) => entities[character] ?? ''",
    to: '(character) => character',
    tests: {
      'demo/storefront.test.ts': ['escaped text cannot end a text or an attribute'],
    },
  },
  {
    name: 'answers are not sniffed for another type',
    file: 'server/http/answers/safety-headers.ts',
    from: "    'x-content-type-options': 'nosniff',\n",
    to: '',
    tests: { 'test/api/demo.test.ts': ['the demo page and its files are served under a strict policy'] },
  },
  {
    name: 'a defect leaks nothing of its cause',
    file: 'server/http/errors.ts',
    from: "'Something went wrong on our side. It was logged under this request id.'",
    to: 'error.message',
    tests: { 'server/http/errors.test.ts': ['a defect leaks nothing of its cause'] },
  },
  {
    name: 'a header with a secret never stands in the log',
    file: 'server/process/log.ts',
    from: "['*.authorization', '*[\"x-api-key\"]', '*.cookie', '*[\"set-cookie\"]', '*[\"x-csrf-token\"]'],",
    to: '[],',
    tests: {
      'test/scenarios/secrets-in-logs.test.ts': ['fields that hold secrets are redacted in every line'],
    },
  },
  {
    name: 'a field with a secret never stands in the log',
    file: 'server/process/log.ts',
    from: "['*.key', '*.secret', '*.auth_secret', '*.password', '*.token'],",
    to: '[],',
    tests: {
      'test/scenarios/secrets-in-logs.test.ts': ['fields that hold secrets are redacted in every line'],
    },
  },
  {
    name: 'characters that are not seen are taken out',
    file: 'contract/visible-text.ts',
    from: "return text.replace(unseen, '').trim();",
    to: 'return text.trim();',
    tests: {
      'contract/visible-text.test.ts': ['invisible and reordering characters are named and removed'],
    },
  },
  {
    name: 'a cached answer has sale prices only where asked for',
    file: 'server/autocomplete/answering/autocomplete.ts',
    from: "return `${storeId}${limit}${salePrices ? 's' : ''}:${query}`;",
    to: 'return `${storeId}${limit}:${query}`;',
    tests: {
      'test/api/autocomplete.test.ts': ['the price before stands on cards only where asked for'],
    },
  },
  {
    name: 'a cached answer is of its limit',
    file: 'server/autocomplete/answering/autocomplete.ts',
    from: "return `${storeId}${limit}${salePrices ? 's' : ''}:${query}`;",
    to: "return `${storeId}${salePrices ? 's' : ''}:${query}`;",
    tests: {
      'test/api/autocomplete.test.ts': [
        '§4.7 cached, §4.7 cache: a repeated call is cached by store, query and limit',
      ],
    },
  },
  {
    name: 'a cached answer is as old as 60 seconds',
    file: 'server/autocomplete/answering/autocomplete.ts',
    from: 'return isOfNow && nowMs < answer.goodUntilMs;',
    to: 'return isOfNow;',
    tests: {
      'test/api/answer-cache.test.ts': ['§8 cache: a cached answer is used for 60 seconds and not longer'],
    },
  },
  {
    name: 'an answer of an older index is not used',
    file: 'server/autocomplete/answering/autocomplete.ts',
    from: 'answer.changeNumber === index.changeNumber && answer.signalsVersion',
    to: 'answer.signalsVersion',
    tests: {
      'server/autocomplete/answering/autocomplete.test.ts': [
        'Contract §4 a cached answer of an older index is never used',
      ],
    },
  },
  {
    name: 'new clicks make cached answers stale',
    file: 'server/autocomplete/answering/autocomplete.ts',
    from: 'answer.changeNumber === index.changeNumber && answer.signalsVersion === index.signalsVersion;',
    to: 'answer.changeNumber === index.changeNumber;',
    tests: {
      'server/autocomplete/answering/autocomplete.test.ts': [
        'new scores outdate cached answers and overlay earlier ones',
      ],
    },
  },
  {
    name: 'no cached answer outlives the edge of a rule',
    file: 'server/autocomplete/answering/autocomplete.ts',
    from: 'edge === null ? mostMs : Math.min(mostMs, (edge - nowMicros) / 1_000)',
    to: 'edge === null ? mostMs : mostMs',
    tests: {
      'server/autocomplete/answering/merchandising.test.ts': [
        'no cached answer outlives the start or end of a rule',
      ],
    },
  },
  {
    name: 'a blocked word is in no suggestion',
    file: 'server/autocomplete/answering/autocomplete.ts',
    from: 'isBlocked: index.blocks };',
    to: 'isBlocked: null };',
    tests: {
      'test/api/enrichment.test.ts': ['a blocked word leaves suggestions at once and returns likewise'],
    },
  },
  {
    name: 'locked phrases stay when a request under way ends',
    file: 'server/enrichment/write-answer.ts',
    from: "if (generated === undefined || set?.state === 'locked') continue;",
    to: 'if (generated === undefined) continue;',
    tests: {
      'test/scenarios/phrase-review.test.ts': [
        'a request under way leaves phrases that were locked meanwhile',
      ],
    },
  },
  {
    name: 'types are counted as they are written',
    file: 'server/storage/enrichment/phrase-writes.ts',
    from: '[before.get(productId) ?? null, type?.name ?? null] as const',
    to: '[null, type?.name ?? null] as const',
    tests: {
      'test/storage/product-types.test.ts': ['types are counted as products gain and lose them'],
    },
  },
  {
    name: 'an erased product is counted out of its type',
    file: 'server/storage/products/erasures.ts',
    from: "await types.move([...(await types.typesOf('id', ids)).values()].map((name) => [name, null] as const));",
    to: 'void types;',
    tests: {
      'test/storage/product-types.test.ts': ['types are counted as products gain and lose them'],
      'test/api/product-types.test.ts': ['a store’s types come with products, categories and words'],
    },
  },
  {
    name: 'a damaged type is none of a product that was read in passing',
    file: 'server/storage/products/known-products.ts',
    from: '    type_details,\n    image_urls,\n',
    to: '    image_urls,\n',
    tests: { 'test/storage/product-types.test.ts': ['a damaged type is cleared and counted out'] },
  },
  {
    name: 'a damaged type is repaired with the phrases',
    file: 'server/ingest/damaged-products.ts',
    from: "['suggestion_phrases', 'search_phrases', 'type_details']",
    to: "['suggestion_phrases', 'search_phrases']",
    tests: {
      'test/scenarios/type-review.test.ts': ['an import replaces a person’s unreadable type'],
    },
  },
  {
    name: 'a model’s type is about the product',
    file: 'server/enrichment/check-phrases.ts',
    from: "type.evidence.every(({ source }) => source !== 'provider')",
    to: 'type.evidence.length >= 0',
    tests: { 'server/enrichment/check-type.test.ts': ['a type keeps the rules that phrases keep'] },
  },
  {
    name: 'a blocked word is in no generated type',
    file: 'server/enrichment/blocked-phrases.ts',
    from: 'if (type === null || blocks(type.name)) return null;',
    to: 'if (type === null) return null;',
    tests: { 'test/scenarios/type-review.test.ts': ['a blocked word takes a generated type with it'] },
  },
  {
    name: 'an edit of the type leaves a person’s phrases, and one of phrases the type',
    file: 'server/enrichment/decide-phrases.ts',
    from: 'type: type === undefined ? live.type : type,',
    to: 'type: type ?? null,',
    tests: {
      'test/scenarios/type-review.test.ts': ['a person’s type outlives imports beside the proposed one'],
    },
  },
  {
    name: 'phrases are written for the hash that they were made for',
    file: 'server/storage/sqlite/enrichment-statements.ts',
    from: '(?6 is null or substr(source_hash, 1, 22) = substr(?6, 1, 22))`',
    to: "(?6 is null or source_hash <> '')`",
    tests: {
      'test/storage/enrichment.test.ts': ['phrases are written only for their own hash'],
    },
  },
  {
    name: 'phrases are written for the hash that they were made for (PostgreSQL)',
    file: 'server/storage/postgres/enrichment-statements.ts',
    from: 'and (write.source_hash is null or left(products.source_hash, 22) = left(write.source_hash, 22))',
    to: '',
    tests: {
      'test/storage/enrichment.test.ts': ['phrases are written only for their own hash'],
    },
    engine: 'postgres',
  },
  {
    name: 'what is put off is the job that was taken',
    file: 'server/storage/enrichment/writes.ts',
    from: "          .where('source_hash', '=', sourceHash);",
    to: '          ;',
    tests: {
      'test/storage/enrichment.test.ts': ['a newer hash replaces a job in any state'],
    },
  },
  {
    name: 'refusals of one kind are logged once a minute',
    file: 'server/http/errors.ts',
    from: '      logged.set(kind, true);\n',
    to: '',
    tests: { 'server/http/errors.test.ts': ['a cause of refusals is logged once a minute'] },
  },
];
