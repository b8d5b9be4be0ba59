/** Guards of what shoppers do: nobody moves the ranking alone, nothing private is kept, nothing counts twice. */
import type { Guard } from './guard.ts';

export const eventsGuards: readonly Guard[] = [
  {
    name: 'events spend the turns of other stores’ keystrokes',
    file: 'server/autocomplete/answering/query-turns.ts',
    from: 'turns.spend(line, steps);',
    to: '',
    tests: {
      'server/autocomplete/answering/query-turns.test.ts': [
        'work beside questions spends the turn of all stores',
      ],
    },
  },
  {
    name: 'events wait apart from their store’s keystrokes',
    file: 'server/autocomplete/answering/query-turns.ts',
    from: 'const line = `${storeId} beside`;',
    to: 'const line = storeId;',
    tests: {
      'server/autocomplete/answering/query-turns.test.ts': [
        'work beside questions waits apart from its store’s own',
      ],
    },
  },
  {
    name: 'a damaged row of questions costs no one evidence',
    file: 'server/threads/evidence/shown-exchange.ts',
    from: 'entries.subarray(0, wholeBytes)',
    to: 'entries',
    tests: {
      'test/scenarios/evidence-of-nodes.test.ts': ['clicks count whichever node answered, even an ended one'],
    },
  },
  {
    name: 'clicks that wait for evidence share a look',
    file: 'server/http/keystroke/evidence-search.ts',
    from: 'next ??= last.then(lookInTime, lookInTime);',
    to: 'next = last.then(lookInTime, lookInTime);',
    tests: { 'server/http/keystroke/evidence-search.test.ts': ['all clicks that wait share one look'] },
  },
  {
    name: 'waiting clicks of a store leave places to others',
    file: 'server/http/keystroke/evidence-search.ts',
    from: '[{ name: storeId, parts: 1 }, ...networks];',
    to: 'networks;',
    tests: {
      'server/http/keystroke/evidence-search.test.ts': ['waiting clicks ${whose} leave others a place'],
    },
  },
  {
    name: 'waiting clicks of a network leave places to others',
    file: 'server/http/keystroke/evidence-search.ts',
    from: '[{ name: storeId, parts: 1 }, ...networks];',
    to: '[{ name: storeId, parts: 1 }];',
    tests: {
      'server/http/keystroke/evidence-search.test.ts': ['waiting clicks ${whose} leave others a place'],
    },
  },
  {
    name: 'a session moves a thing once in half an hour',
    file: 'server/events/write-events.ts',
    from: 'this.#now - move.movedAt < moveMicros',
    to: 'this.#now - move.movedAt < 0',
    tests: {
      'test/api/events.test.ts': ['Contract §8 events: a session moves a thing once, by its heaviest act'],
    },
  },
  {
    name: 'clicks of one network are worth less and less',
    file: 'server/events/network-allowances.ts',
    from: 'if (share < shareMin) return 0;',
    to: 'if (share <= 1) return 1;',
    tests: {
      'server/events/network-allowances.test.ts': ['further clicks of a network weigh less, up to a bound'],
    },
  },
  {
    name: 'each wider network has an allowance too',
    file: 'server/events/network-allowances.ts',
    from: 'const share = Math.min(...left) *',
    to: 'const share = (left[0] ?? 0) *',
    tests: {
      'server/events/network-allowances.test.ts': [
        'forged clicks of 20 networks in 4 ${level} prefixes stay below 50',
      ],
    },
  },
  {
    name: 'a thing is clicked no more often than it was shown',
    file: 'server/events/network-allowances.ts',
    from: 'if (amounts.reduce((sum, amount) => sum + amount, 0) >= source.evidence.shown) return nothing;',
    to: '',
    tests: { 'server/events/network-allowances.test.ts': ['a thing is never clicked more often than shown'] },
  },
  {
    name: 'figures count a bounded number of clicks of a network',
    file: 'server/events/network-allowances.ts',
    from: 'if (Math.floor(used) >= countedClicksPerNetwork) return false;',
    to: '',
    tests: {
      'server/events/network-allowances.test.ts': ['further clicks of a network weigh less, up to a bound'],
    },
  },
  {
    name: 'a click of a stranger needs evidence',
    file: 'server/events/event-batch.ts',
    from: '  return isTrusted || evidence !== null;',
    to: '  return isTrusted || evidence !== undefined;',
    tests: {
      'test/scenarios/events-written.test.ts': ['a click without evidence is accepted but moves nothing'],
      'test/api/event-quota.test.ts': ['made-up clicks leave the day to fifty honest sessions'],
    },
  },
  {
    name: 'typed queries need three sessions',
    file: 'server/events/write-events.ts',
    from: 'share: sessions < limits.querySessionsMin ? 0 : sessions,',
    to: 'share: sessions,',
    tests: {
      'test/scenarios/events-written.test.ts': ['a typed query is popular after three sessions, no sooner'],
    },
  },
  {
    name: 'typed queries need three networks',
    file: 'server/events/typed-queries.ts',
    from: 'isOf(session, sessionHash) || isOf(network, networkHash)',
    to: 'isOf(session, sessionHash)',
    tests: {
      'test/scenarios/events-written.test.ts': ['sessions of fewer than three networks make no query public'],
    },
  },
  {
    name: 'a beginning that repeats a word is no expression',
    file: 'server/autocomplete/answering/search-intents.ts',
    from: 'if (place >= 0) words.splice(place, 1);',
    to: 'if (place >= 0) words.splice(place, 0);',
    tests: {
      'server/autocomplete/answering/search-intents.test.ts': ['the clicked title completes the last word'],
    },
  },
  {
    name: 'what few callers searched takes over no beginnings',
    file: 'server/analytics/write-searches.ts',
    from: 'if (!whole.isShown || part.searches >= whole.searches) continue;',
    to: 'if (part.searches >= whole.searches) continue;',
    tests: {
      'test/storage/search-statistics.test.ts': ['a beginning that found nothing counts as its whole'],
    },
  },
  {
    name: 'what fewer than three typed stands beside no product',
    file: 'server/events/write-events.ts',
    from: 'if (this.#known.scores.has(scoreName(query))) this.#add(thing, scoreOf(share, at));',
    to: 'this.#add(thing, scoreOf(share, at));',
    tests: {
      'test/scenarios/intent-scores.test.ts': ['a product’s worth moves for the intent that moves it'],
    },
  },
  {
    name: 'an erased product leaves nothing with any intent',
    file: 'server/storage/products/erasures.ts',
    from: "if (rule !== 'as_key') return isNamed;",
    to: 'return isNamed;',
    tests: {
      'test/scenarios/intent-scores.test.ts': ['a product’s part in an intent goes with it'],
    },
  },
  {
    name: 'few clicks say nothing of an intent',
    file: 'server/autocomplete/popularity/store-popularity.ts',
    from: '.filter(([, score]) => score >= limits.intentWorthMin)',
    to: '.filter(([, score]) => score > 0)',
    tests: {
      'server/autocomplete/popularity/store-popularity.test.ts': [
        'few clicks do not rate an intent or product',
      ],
    },
  },
  {
    name: 'a purchase needs a secret key',
    file: 'server/events/parse-events.ts',
    from: "if (type === 'purchase' && !mayBuy) {",
    to: "if (type === 'purchase' && nowMicros < 0) {",
    tests: {
      'test/api/events.test.ts': [
        'Contract §8 purchase: storefront keys cannot send purchases, but clicks beside them count',
      ],
    },
  },
  {
    name: 'what looks private is not kept of a query',
    file: 'server/events/parse-events.ts',
    from: 'query: typed === null || looksPrivate(typed) ? null : typed,',
    to: 'query: typed,',
    tests: {
      'test/api/events.test.ts': [
        '§4.7 discovery, Contract §7 privacy: a text typed in three sessions shows while products match',
      ],
    },
  },
  {
    name: 'a private text is no expression',
    file: 'server/events/typed-queries.ts',
    from: 'return looksPrivate(key) ? null : key;',
    to: 'return key;',
    tests: {
      'test/scenarios/events-written.test.ts': ['a typed query is popular after three sessions, no sooner'],
    },
  },
  {
    name: 'an event is not older than a day',
    file: 'server/events/parse-events.ts',
    from: 'if (behindMs <= limits.eventAgeMaxMs && -behindMs',
    to: 'if (behindMs <= Infinity && -behindMs',
    tests: {
      'test/api/events.test.ts': [
        'Contract §8 rejected: each wrong event is reported with its code, others count',
      ],
    },
  },
  {
    name: 'an event is not of the future',
    file: 'server/events/parse-events.ts',
    from: '-behindMs <= limits.eventAheadMaxMs)',
    to: '-behindMs <= Infinity)',
    tests: {
      'test/api/events.test.ts': [
        'Contract §8 rejected: each wrong event is reported with its code, others count',
      ],
    },
  },
  {
    name: 'a batch has a hundred events at most',
    file: 'server/events/parse-events.ts',
    from: 'value.length > 0 && value.length <= most',
    to: 'value.length > 0',
    tests: {
      'test/api/events.test.ts': ['Contract §8 batch: a body that is no batch is refused as a whole'],
    },
  },
  {
    name: 'a session id is of its letters only',
    file: 'server/events/parse-events.ts',
    from: 'if (typeof value === \'string\' && idPattern.test(value)) return value;\n  const message = `"session_id"',
    to: 'if (typeof value === \'string\') return value;\n  const message = `"session_id"',
    tests: {
      'test/api/events.test.ts': ['Contract §8 batch: a body that is no batch is refused as a whole'],
    },
  },
  {
    name: 'an event has no control characters',
    file: 'server/events/parse-events.ts',
    from: "typeof value !== 'string' || hasForbiddenCharacters(value)",
    to: "typeof value !== 'string'",
    tests: {
      'test/api/events.test.ts': [
        'Contract §8 rejected: each wrong event is reported with its code, others count',
      ],
    },
  },
  {
    name: 'an event that comes again counts once',
    file: 'server/events/write-events.ts',
    from: 'if (event.eventId !== null && eventIds.has(event.eventId)) return;',
    to: '',
    tests: {
      'test/api/events.test.ts': [
        'Contract §8 event_id: a repeated event counts once, in one batch and in two',
      ],
    },
  },
  {
    name: 'a product of another store is unknown',
    file: 'server/events/write-events.ts',
    from: 'if (productId !== null && !productIds.has(productId)) return',
    to: "if (productId === '') return",
    tests: {
      'test/api/events.test.ts': [
        'Contract §8 rejected: each wrong event is reported with its code, others count',
      ],
    },
  },
  {
    name: 'a salt is thrown away after two days',
    file: 'server/events/sessions.ts',
    from: 'if (days.some((known) => known < oldest)) await directory.deleteSessionSaltsBefore(oldest);',
    to: '',
    tests: {
      'test/scenarios/events-written.test.ts': ['a session is erased completely while its salt exists'],
    },
  },
  {
    name: 'digits of every script look private',
    file: 'server/events/looks-private.ts',
    from: ".replace(/\\p{Nd}\\p{M}*/gu, '0')",
    to: '',
    tests: {
      'server/events/looks-private.test.ts': [
        'Contract §7 privacy: nine digits look private in any script with any separators',
      ],
    },
  },
  {
    name: 'what is escaped twice looks private',
    file: 'server/events/looks-private.ts',
    from: 'decodeEscapes(decodeEscapes(text))',
    to: 'text',
    tests: {
      'server/events/looks-private.test.ts': [
        'Contract §7 privacy: an e-mail looks private in any spelling of its signs',
      ],
    },
  },
  {
    name: 'a click counts for what the answer held',
    file: 'server/http/keystroke/judge-clicks.ts',
    from: 'evidence: isShown ? ofEvent : null',
    to: 'evidence: ofEvent',
    tests: {
      'test/api/click-evidence.test.ts': ['clicks without evidence are answered alike and move nothing'],
    },
  },
  {
    name: 'looks at answers of clicks are limited',
    file: 'server/http/keystroke/judge-clicks.ts',
    from: '.filter(mayLook(sender))',
    to: '',
    tests: {
      'server/http/keystroke/judge-clicks.test.ts': ['the looks of secret keys are limited by store'],
    },
  },
];
