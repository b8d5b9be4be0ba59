/** Guards of what is shared: no network, prefix or store has so much of it that others have nothing. */
import type { Guard } from './guard.ts';

const admissionTests = 'server/threads/fairness/event-admission.test.ts';
const pipelineTests = 'server/threads/pipeline-thread/pipeline-client.live.test.ts';
const accountTests = 'server/threads/fairness/account-turns.live.test.ts';
const placeTests = 'server/autocomplete/answering/explain-place.test.ts';

export const sharesGuards: readonly Guard[] = [
  {
    name: 'invitations and keys are limited by store',
    file: 'server/http/admission/request-limiter.ts',
    from: 'admitToBucket(byStore[storeRate], storeId, rateLimits[storeRate], reply);',
    to: '',
    tests: {
      'test/api/network-limits.test.ts': ['invitations, keys and shop checks count by their store'],
    },
  },
  {
    name: 'changes to a store take the turns of its writes',
    file: 'server/threads/fairness/account-turns.ts',
    from: "if (turn.kind === 'store') return stores.runSoon(turn.storeId, task);",
    to: "if (turn.kind === 'store') return task();",
    tests: {
      [accountTests]: ['a change waits at most k turns behind k owners'],
      [pipelineTests]: ['changes of a store wait with one connection'],
    },
  },
  {
    name: 'people take turns among themselves',
    file: 'server/threads/fairness/account-turns.ts',
    from: 'return persons.run(turn.person, task);',
    to: "return persons.run('everybody', task);",
    tests: {
      [accountTests]: ['a person waits for no store or other person'],
    },
  },
  {
    name: 'looks at networks take turns by all networks around them',
    file: 'server/threads/fairness/account-turns.ts',
    from: "['looks', ...turn.networks.toReversed()]",
    to: "['looks', ...turn.networks]",
    tests: {
      [accountTests]: ['looks from networks of one owner leave room to others'],
    },
  },
  {
    name: 'changes to a store count among its writes',
    file: 'server/threads/pipeline-thread/pipeline-client.ts',
    from: "if (turn.kind === 'store') return admission.run(turn.storeId, task);",
    to: "if (turn.kind === 'store') return admission.run('accounts', task);",
    tests: {
      [pipelineTests]: ['one store’s changes leave room to people and stores'],
    },
  },
  {
    name: 'changes of a person are bounded',
    file: 'server/threads/pipeline-thread/pipeline-client.ts',
    from: "turn.kind === 'person' ? persons.run(turn.person, task) : task();",
    to: 'task();',
    tests: {
      [pipelineTests]: ['changes of one person leave room to others'],
    },
  },
  {
    name: 'links and sign-in are counted by network',
    file: 'server/http/admission/nested-budget.ts',
    from: 'admitToBucket(ofNetwork, network, rate, reply);',
    to: 'admitToBucket(ofNetwork, address, rate, reply);',
    tests: {
      'test/api/network-limits.test.ts': ['links and sign-in count all addresses of a /64'],
      'server/http/admission/nested-budget.test.ts': ['networks of one prefix share a larger budget'],
    },
  },
  {
    name: 'wider networks have a budget too',
    file: 'server/http/admission/nested-budget.ts',
    from: 'if (verdict === undefined || verdict.allowed) continue;',
    to: 'if (verdict !== null) continue;',
    tests: {
      'server/http/admission/nested-budget.test.ts': [
        'networks of one prefix share a larger budget',
        'a wider budget refuses no known network',
      ],
      'test/api/sign-in-floods.test.ts': [
        'addresses of a ${width} share a budget without refusing known networks',
      ],
    },
  },
  {
    name: 'a wider budget refuses no known network',
    file: 'server/http/admission/nested-budget.ts',
    from: 'if (isHonest) return giveBackOf(index);',
    to: '',
    tests: {
      'server/http/admission/nested-budget.test.ts': ['a wider budget refuses no known network'],
      'test/api/sign-in-floods.test.ts': [
        'addresses of a ${width} share a budget without refusing known networks',
      ],
    },
  },
  {
    name: 'of those who wait the least served network comes first',
    file: 'server/accounts/nested-turns.ts',
    from: 'leastBy(waiting, ({ groups }) => groups.map((group) => lastTurns.of(group)));',
    to: 'waiting[0];',
    tests: {
      'server/accounts/nested-turns.test.ts': [
        'turns are those of a list of all turns before',
        'a flood of one ${width} keeps no other caller out',
        'networks that wait all the time take turns',
      ],
    },
  },
  {
    name: 'the greediest network is put out of a full line',
    file: 'server/accounts/nested-turns.ts',
    from: 'take(findGreediest(inLine))?.refuse();',
    to: 'take(inLine.at(-1) ?? findGreediest(inLine))?.refuse();',
    tests: {
      'server/accounts/nested-turns.test.ts': [
        'turns are those of a list of all turns before',
        'a flood of one ${width} keeps no other caller out',
      ],
    },
  },
  {
    name: 'those who are known wait in a line of their own',
    file: 'server/accounts/passwords.ts',
    from: "[isKnown ? 'known' : 'strangers', ...networks.toReversed()]",
    to: "[isKnown ? 'strangers' : 'strangers', ...networks.toReversed()]",
    tests: {
      'server/accounts/passwords.test.ts': ['a flood of strangers leaves the known a line'],
    },
  },
  {
    name: 'a share of a pool is no larger than what is free',
    file: 'server/threads/fairness/fair-shares.ts',
    from: 'const shareMost = floor + free / share.parts;',
    to: 'const shareMost = floor + most;',
    tests: {
      'server/threads/fairness/fair-shares.test.ts': [
        'shares are those of a list that is summed up',
        'greedy networks one after another leave a part',
      ],
      'server/http/bodies/held-memory.test.ts': ['after k greedy stores a newcomer still gets its part'],
      [admissionTests]: [
        'waiting events of networks leave room for others',
        'waiting events of stores leave room for others',
      ],
      'test/api/event-quota.test.ts': ['networks that did ask leave others part of the day'],
    },
  },
  {
    name: 'pages for strangers wait apart from those of the store',
    file: 'server/http/answers/answer-memory.ts',
    from: 'isKnown ? waitingPools.known : waitingPools.strangers',
    to: 'isKnown ? waitingPools.known : waitingPools.known',
    tests: {
      'server/http/answers/answer-memory.live.test.ts': ['pages for strangers keep no page from the owner'],
    },
  },
  {
    name: 'pages for strangers take turns apart from the store',
    file: 'server/http/answers/answer-memory.ts',
    from: '`strangers ${holder.storeId ?? holder.address}`',
    to: '(holder.storeId ?? holder.address)',
    tests: {
      'server/http/answers/answer-memory.live.test.ts': ['pages for strangers keep no page from the owner'],
    },
  },
  {
    name: 'pages that wait for one network leave room for others',
    file: 'server/http/answers/answer-memory.ts',
    from: 'if (!takeShares(waiting, pool, shares, 1))',
    to: 'if (!takeShares(waiting, pool, shares.slice(-1), 1))',
    tests: {
      'server/http/answers/answer-memory.live.test.ts': ['pages for one network leave room for others'],
    },
  },
  {
    name: 'bodies of strangers have memory of their own',
    file: 'server/http/bodies/held-memory.ts',
    from: 'openHold(ofStrangers, ofStrangers, shares);',
    to: 'openHold(first, rest, shares);',
    tests: {
      'server/http/bodies/held-memory.test.ts': [
        'strangers take nothing from stores, networks little from others',
      ],
    },
  },
  {
    name: 'strangers with the key of one store leave room for another',
    file: 'server/http/bodies/held-memory.ts',
    from: 'return [...networks, ...store];',
    to: 'return networks;',
    tests: {
      'server/http/bodies/held-memory.test.ts': ['callers with one store’s key leave room for other stores'],
    },
  },
  {
    name: 'memory of a body is given back',
    file: 'server/http/bodies/held-memory.ts',
    from: 'if (firstBytes > 0) giveBackShares(held, firstPool, shares, firstBytes);',
    to: '',
    tests: { 'server/http/bodies/held-memory.test.ts': ['released memory can be reserved again'] },
  },
  {
    name: 'events that are not kept use up no quota',
    file: 'server/http/admission/event-quota.ts',
    from: 'if (keptCount < count) giveBackShares(counts, pool, shares, count - keptCount);',
    to: '',
    tests: { 'test/api/event-quota.test.ts': ['events that are rejected use up no quota'] },
  },
  {
    name: 'storefront events leave the quota of secret keys alone',
    file: 'server/http/admission/event-quota.ts',
    from: 'name: `${storeId} ${kind}`',
    to: 'name: storeId',
    tests: { 'test/api/event-quota.test.ts': ['storefront events leave the quota of secret keys alone'] },
  },
  {
    name: 'a network has a part of what is left of the day',
    file: 'server/http/admission/event-quota.ts',
    from: 'networks === null ? [] : networkShares(networks, limits.eventNetworkParts);',
    to: 'networks === null ? [] : [];',
    tests: {
      'test/api/event-quota.test.ts': [
        'networks that did ask leave others part of the day',
        'a prefix’s networks share a part of the day',
      ],
    },
  },
  {
    name: 'wider networks have a part of a pool too',
    file: 'server/threads/fairness/fair-shares.ts',
    from: 'return networks.map((name, level) => ({',
    to: 'return networks.slice(0, 1).map((name, level) => ({',
    tests: {
      'server/threads/fairness/fair-shares.test.ts': ['greedy networks one after another leave a part'],
      [admissionTests]: ['waiting events of networks leave room for others'],
      'test/api/event-quota.test.ts': ['a prefix’s networks share a part of the day'],
    },
  },
  {
    name: 'clicks that count for nothing ask for no quota',
    file: 'server/http/record-events.ts',
    from: 'batch.events.filter((event) => mayCount(event, isTrusted))',
    to: 'batch.events',
    tests: { 'test/api/event-quota.test.ts': ['made-up clicks leave the day to fifty honest sessions'] },
  },
  {
    name: 'events of strangers that wait keep no trusted ones out',
    file: 'server/threads/fairness/event-admission.ts',
    from: "networks === null ? 'secret' : 'storefront'",
    to: "networks === null ? 'any' : 'any'",
    tests: {
      [admissionTests]: ['waiting events of strangers keep no trusted ones out'],
    },
  },
  {
    name: 'waiting events of a store leave room for others',
    file: 'server/threads/fairness/event-admission.ts',
    from: '[{ name: storeId, parts: 1 }, ...around]',
    to: 'around',
    tests: {
      [admissionTests]: ['waiting events of stores leave room for others'],
    },
  },
  {
    name: 'a flood of questions costs its own store evidence',
    file: 'server/threads/evidence/shown-table.ts',
    from: 'const held = this.#heldBy(words[at + 1] ?? 0, set);',
    to: 'const held = 1;',
    tests: {
      'server/threads/evidence/shown-table.test.ts': [
        'a store that is flooded with questions forgets its own',
      ],
    },
  },
  {
    name: 'a question says its store',
    file: 'server/threads/evidence/shown-answers.ts',
    from: 'markStore(question, key);',
    to: '',
    tests: {
      'server/threads/evidence/shown-answers.test.ts': [
        'questions of a flood leave other stores their evidence',
      ],
    },
  },
  {
    name: 'a full memory forgets of the largest store',
    file: 'server/analytics/partitioned-cache.ts',
    from: 'const storeId = this.#largest;',
    to: "const [storeId = ''] = this.#stores.keys();",
    tests: {
      'server/analytics/partitioned-cache.test.ts': ['a store that floods the memory pushes out no other'],
    },
  },
  {
    name: 'others have their turn while a filter looks through a catalog',
    file: 'server/insight/find-products.ts',
    from: 'if (looks > 0) await turnOfOthers();',
    to: '',
    tests: {
      'server/insight/find-products.live.test.ts': ['others have their turn between stretches and reads'],
    },
  },
  {
    name: 'others have their turn while found products are filtered',
    file: 'server/insight/find-products.ts',
    from: 'if (at > 0) await turnOfOthers();',
    to: '',
    tests: {
      'server/insight/find-products.live.test.ts': ['others have their turn between stretches and reads'],
    },
  },
  {
    name: 'a page of a filtered list looks at so many products',
    file: 'server/insight/find-products.ts',
    from: 'looks < stretches;',
    to: 'looks < 1_000;',
    tests: { 'server/insight/find-products.live.test.ts': ['a page that ends early names the next place'] },
  },
  {
    name: 'each look for a place is a piece of work by itself',
    file: 'server/autocomplete/answering/explain-place.ts',
    from: 'await inTurn(() => find(limit));',
    to: 'find(limit);',
    tests: {
      [placeTests]: ['each look for a place takes its own turn'],
    },
  },
  {
    name: 'missing words are looked for within a budget',
    file: 'server/autocomplete/answering/explain-place.ts',
    from: 'if (faults.length === 0 || budget.wasShort)',
    to: 'if (faults.length === 0)',
    tests: {
      [placeTests]: ['no missing word is named beyond the steps for it'],
    },
  },
  {
    name: 'a product is indexed for its words in a turn of its own',
    file: 'server/autocomplete/answering/explain-place.ts',
    from: 'await inTurn(() => indexOf(question, synonyms));',
    to: 'indexOf(question, synonyms);',
    tests: {
      [placeTests]: ['each look for a place takes its own turn'],
    },
  },
  {
    name: 'an answer that was cut short is not taken for whole',
    file: 'server/autocomplete/answering/explain-place.ts',
    from: '{ isWhole: !isFull && !isCut,',
    to: '{ isWhole: !isFull,',
    tests: {
      [placeTests]: ['a shortened answer does not name missing words'],
    },
  },
  {
    name: 'trial runs are a kind of job of their own',
    file: 'server/ingest/files/request-import.ts',
    from: "const kind = dryRun ? 'trial_import' : 'import';",
    to: "const kind = 'import';",
    tests: { 'test/scenarios/import-turns.test.ts': ['no import waits for trial runs of other stores'] },
  },
];
