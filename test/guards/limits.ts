/** Guards of what one caller may ask of the service: sizes, counts, and what settings cost. */
import type { Guard } from './guard.ts';

export const limitsGuards: readonly Guard[] = [
  {
    name: 'an answer names a bounded number of faults',
    file: 'server/errors.ts',
    from: 'if (this.#list.length < faultsNamed) return;',
    to: 'return;',
    tests: { 'test/api/bounded-faults.test.ts': ['an answer names a bounded number of faults'] },
  },
  {
    name: 'a store waits for what its settings cost',
    file: 'server/autocomplete/following/store-index.ts',
    from: '    await this.#source.throttle.turn(this.storeId);\n',
    to: '',
    tests: {
      'server/autocomplete/following/index-settings.live.test.ts': [
        'sets that are replaced while their store waits cost nothing',
      ],
    },
  },
  {
    name: 'the time that new settings take is charged to their store',
    file: 'server/autocomplete/following/settings-throttle.ts',
    from: '(this.#clock.monotonicMs() - begunMs - freeMs) * pausePerMs',
    to: '(begunMs - begunMs) * pausePerMs',
    tests: {
      'server/autocomplete/following/settings-throttle.test.ts': [
        'a store with endless settings changes gets a fifth of time',
        'several stores that change settings without end share a quarter',
      ],
      'server/autocomplete/following/index-settings.live.test.ts': [
        'sets that are replaced while their store waits cost nothing',
      ],
    },
  },
  {
    name: 'synonyms are compiled once a change',
    file: 'server/autocomplete/following/index-settings.ts',
    from: 'this.#compiled?.locale !== locale || this.#compiled.synonyms.version !== this.#newest().version',
    to: "this.#compiled?.locale !== locale || this.#compiled.synonyms.version !== this.#newest().version || locale !== ''",
    tests: {
      'server/autocomplete/following/index-settings.live.test.ts': ['synonyms are compiled once per change'],
    },
  },
  {
    name: 'synonyms of a snapshot are shared memory and no text',
    file: 'server/search/index-writer.ts',
    from: "  return 'rules' in synonyms ? compileForIndex(locale, synonyms) : synonyms;",
    to: "  return 'rules' in synonyms ? { ...synonyms, ...compileForIndex(locale, synonyms) } : synonyms;",
    tests: {
      'test/search/writer.test.ts': ['synonym rules are compiled by their writer, once per change'],
    },
  },
  {
    name: 'an endless e-mail is not normalized',
    file: 'server/accounts/account-fields.ts',
    from: "cut === trimmed ? trimmed.normalize('NFC').toLowerCase() : cut",
    to: "trimmed.normalize('NFC').toLowerCase()",
    tests: {
      'server/accounts/account-fields.test.ts': ['a text beyond any e-mail is cut and not normalized'],
    },
  },
  {
    name: 'an endless password is not normalized',
    file: 'server/accounts/passwords.ts',
    from: 'cutText(password, limits.passwordMaxLength).normalize',
    to: 'password.normalize',
    tests: {
      'server/accounts/passwords.test.ts': ['an overlong password is cut before it is normalized'],
    },
  },
  {
    name: 'tries to sign in are limited by account',
    file: 'server/http/dashboard/sign-in-limiter.ts',
    from: 'admitToBucket(byAccount, key, signInPerAccount, reply);',
    to: '{};',
    tests: { 'test/api/dashboard-store.test.ts': ['sign-in attempts are limited by address and account'] },
  },
  {
    name: 'a parameter that a call does not take is refused',
    file: 'server/http/admission/admit-request.ts',
    from: '  routeOptions.config.checkParameters?.(query);',
    to: '  void [routeOptions, query];',
    tests: {
      'test/api/unknown-parameters.test.ts': ['Contract §5 every documented call refuses unknown parameters'],
    },
  },
  {
    name: 'a body counts until the work with it is done',
    file: 'server/http/bodies/body-hold.ts',
    from: 'if (!isAtWork) hold.release();',
    to: 'hold.release();',
    tests: { 'server/http/bodies/body-hold.live.test.ts': ['a body counts until the work with it is done'] },
  },
  {
    name: 'stores hold what they announce',
    file: 'server/http/bodies/body.ts',
    from: 'isPacked ? 0 : announcedBytes(request, holder)',
    to: '0 * announcedBytes(request, holder)',
    tests: {
      'server/http/bodies/body-hold.live.test.ts': ['a body without room in its store is refused unread'],
    },
  },
  {
    name: 'strangers hold nothing by an announcement',
    file: 'server/http/bodies/body.ts',
    from: "'account' in holder && announced",
    to: 'announced',
    tests: {
      'server/http/bodies/body-hold.live.test.ts': ['an announced body that is not sent reserves nothing'],
    },
  },
  {
    name: 'nothing is counted for a caller who is gone',
    file: 'server/http/bodies/body-hold.ts',
    from: '!isGone && hold.take(bytes)',
    to: 'hold.take(bytes)',
    tests: {
      'server/http/bodies/body-hold.live.test.ts': ['unpacked bodies of callers who left are released'],
    },
  },
  {
    name: 'a body must keep coming',
    file: 'server/http/bodies/body-arrival.ts',
    from: 'if (bytesRead - windowBytes < leastBytes && request.readableLength === 0) return true;',
    to: '',
    tests: {
      'server/http/bodies/body-arrival.live.test.ts': ['a stalled body is answered 408 in the one shape'],
    },
  },
  {
    name: 'an answer must keep being taken',
    file: 'server/http/answers/answer-taking.ts',
    from: 'takenBytes - window.takenBytes < leastBytes',
    to: 'takenBytes < 0',
    tests: {
      'server/http/answers/answer-taking.live.test.ts': [
        'only a peer that reads nothing is cut',
        'answers to requests sent ahead must be taken, too',
      ],
      'test/api/untaken-answers.test.ts': ['a caller that reads nothing is refused, then disconnected'],
    },
  },
  {
    name: 'answers that wait are counted',
    file: 'server/http/answers/answer-memory.ts',
    from: 'return held.take(bytes) ? null : refuse(reply);',
    to: 'return held.take(0) ? null : refuse(reply);',
    tests: {
      'test/api/untaken-answers.test.ts': ['a caller that reads nothing is refused, then disconnected'],
    },
  },
  {
    name: 'nothing is made that finds no room',
    file: 'server/http/answers/answer-memory.ts',
    from: 'if (!held.take(isKnown ? limits.pageMaxBytes : limits.cardPageMaxBytes)) throw refuse(reply);',
    to: 'void isKnown;',
    tests: {
      'server/http/answers/answer-memory.live.test.ts': [
        'an answer without room is refused before it is made',
      ],
    },
  },
  {
    name: 'nothing is made for callers who are gone',
    file: 'server/http/answers/answer-memory.ts',
    from: 'if (reply.raw.destroyed) throw callerGone();',
    to: '',
    tests: { 'server/http/answers/answer-memory.live.test.ts': ['nothing is made for callers who left'] },
  },
  {
    name: 'a page ends by bytes',
    file: 'server/operations/write-page.ts',
    from: 'if (bytes > maxBytes && rows.length > 0)',
    to: 'if (bytes < 0)',
    tests: {
      'server/operations/write-page.test.ts': [
        'each row is on one page, ended by count or bytes',
        'a page of large rows reads little beyond itself',
      ],
      'test/api/large-lists.test.ts': ['a page of large products ends early, each product once'],
    },
  },
  {
    name: 'pages of a collection are limited by network',
    file: 'contract/collections.ts',
    from: "    budget: 'collections',\n",
    to: '',
    tests: { 'test/api/admission.test.ts': ['pages of a collection have their own budget by network'] },
  },
  {
    name: 'memory of an answer is given back',
    file: 'server/http/answers/answer-memory.ts',
    from: "raw.once('close', () => held.release());",
    to: '',
    tests: {
      'test/api/untaken-answers.test.ts': ['a caller that reads nothing is refused, then disconnected'],
    },
  },
  {
    name: 'keystrokes ahead of what is taken are counted',
    file: 'server/http/keystroke/keystroke.ts',
    from: 'if (request.socket.writableLength > 0) return false;',
    to: '',
    tests: {
      'server/http/keystroke/keystroke.live.test.ts': [
        'keystrokes behind a waiting answer skip the short way',
      ],
    },
  },
  {
    name: 'an unknown path reads no body',
    file: 'server/http/admission/admit-request.ts',
    from: 'if (request.is404) throw pathNotFound(request);',
    to: '',
    tests: { 'test/api/admission.test.ts': ['limits, keys and paths are checked before a body comes'] },
  },
  {
    name: 'a body of strangers is small',
    file: 'server/http/admission/route-limits.ts',
    from: 'if (isForStrangers && (isStreamed || maxBytes > mostOfStrangers)) {',
    to: 'if (isForStrangers && maxBytes < 0) {',
    tests: {
      'server/http/admission/route-limits.test.ts': ['a route whose limits make no sense is refused'],
    },
  },
  {
    name: 'health is limited by network, since a public key reads it',
    file: 'server/http/admission/admit-request.ts',
    from: "access === 'health' && grantOf(request).kind === 'storefront'",
    to: 'false',
    tests: { 'test/api/admission.test.ts': ['health by a public key has the budget of keystrokes'] },
  },
  {
    name: 'a body of JSON is not full without end',
    file: 'server/ingest/json-bounds.ts',
    from: "if (counted > values) return exceed('values');",
    to: '',
    tests: { 'server/ingest/json-body.test.ts': ['values are counted as a walk counts them'] },
  },
  {
    name: 'JSON is not nested without end',
    file: 'server/ingest/json-bounds.ts',
    from: 'if (depth > levels) return',
    to: 'if (depth > Infinity) return',
    tests: { 'server/ingest/json-body.test.ts': ['a body deeper than 64 levels is refused before parsing'] },
  },
  {
    name: 'an object that is no product is no batch',
    file: 'server/ingest/json-body.ts',
    from: 'if (productKeys.some((key) => Object.hasOwn(value, key))) return;',
    to: 'return;',
    tests: { 'test/api/errors.test.ts': ['Contract §5 a batch without products or a field of one is 422'] },
  },
  {
    name: 'a request has one Host header',
    file: 'server/http/server.ts',
    from: 'fault = hostCount > 1 ? severalHosts : ',
    to: 'fault = ',
    tests: {
      'test/api/errors.test.ts': ['broken HTTP and bad headers get the one error shape'],
    },
  },
  {
    name: 'browsers are asked to stay with https',
    file: 'server/http/answers/safety-headers.ts',
    from: "...(tls === null ? {} : { 'strict-transport-security'",
    to: "...(tls !== undefined ? {} : { 'strict-transport-security'",
    tests: { 'test/api/https.test.ts': ['§5.5 https: the service itself speaks it, and asks browsers to'] },
  },
  {
    name: 'a bucket holds no more than its burst',
    file: 'server/http/admission/token-buckets.ts',
    from: 'if (fullMs + tokenMs <= latestMs) {',
    to: 'if (fullMs >= 0) {',
    tests: {
      'server/http/admission/token-buckets.test.ts': [
        'Contract §1 a burst is allowed to the last request',
        'no pattern of requests gets more than burst and rate',
      ],
    },
  },
  {
    name: 'a page of a list is bounded',
    file: 'server/http/query.ts',
    from: 'max: limits.pageSizeMax',
    to: 'max: 1_000_000',
    tests: { 'server/http/query.test.ts': ['a page holds 50 by default, 1 to 200 on demand'] },
  },
  {
    name: 'a cursor is one that an answer gave',
    file: 'server/http/query.ts',
    from: 'if (encodeCursor(place) === cursor && isPlace(place)) return place;',
    to: 'return place;',
    tests: {
      'server/http/query.test.ts': [
        'a cursor that no answer gave is a fault',
        'a cursor to an impossible place is a fault',
      ],
    },
  },
  {
    name: 'a parameter is given once',
    file: 'server/http/query.ts',
    from: "if (value === undefined || typeof value === 'string') return value ?? null;",
    to: "if (value === undefined || typeof value === 'string' || Array.isArray(value)) return Array.isArray(value) ? String(value[0]) : (value ?? null);",
    tests: { 'server/http/query.test.ts': ['Contract §3 every fault of a query is reported, not the first'] },
  },
  {
    name: 'a store takes so many webhooks',
    file: 'server/resources/webhooks/write-webhooks.ts',
    from: 'if (count >= limits.webhooksPerStore) {',
    to: 'if (values.length + damaged.length < 0) {',
    tests: { 'test/api/webhooks.test.ts': ['a store takes at most ten webhooks (${engine.name})'] },
  },
  {
    name: 'a store takes so many collections',
    file: 'server/resources/collections/write-collections.ts',
    from: 'if (others.length >= limits.collectionsPerStore) {',
    to: 'if (others.length < 0) {',
    tests: { 'test/api/collections.test.ts': ['a store’s number of collections is bounded'] },
  },
  {
    name: 'lines that unpack to much more than was sent are refused',
    file: 'server/http/bodies/body-lines.ts',
    from: 'if (isInflated(counts, inflation)) throw inflated();',
    to: 'void inflated;',
    tests: { 'test/api/product-lines.test.ts': ['a bomb of packed lines is refused, and none of it kept'] },
  },
  {
    name: 'headers that come slowly end in time',
    file: 'server/http/server.ts',
    from: '    headersTimeout: limits.headerTimeoutMs,\n',
    to: '',
    tests: { 'test/scenarios/slow-client.test.ts': ['headers that come too slowly end with 408 in time'] },
  },
  {
    name: 'few previews of rules of a store are made at a time',
    file: 'server/threads/reader-thread/reader-client.ts',
    from: "previews.run(request.storeId, () => call('compileRules'",
    to: "admission.run(request.storeId, () => call('compileRules'",
    tests: {
      'server/threads/reader-thread/reader-client.live.test.ts': [
        'few previews of a store are made at a time',
      ],
    },
  },
  {
    name: 'a preview of rules whose caller is gone reads no more',
    file: 'server/merchandising/named-products.ts',
    from: 'if (cancelled?.aborted)',
    to: 'if (cancelled === null)',
    tests: {
      'server/threads/reader-thread/reader-client.live.test.ts': ['a preview ends once its caller is gone'],
      'server/merchandising/named-products.test.ts': ['products are read no further once that is cancelled'],
    },
  },
];
