/** How much of an HTTP thread the events of one request can take: looks are counted, and the turns of the loop between them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits, rateLimits } from '../../../contract/limits.ts';
import { productDocument } from '../../../test/search/documents.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { type Autocomplete, createAutocomplete } from '../../autocomplete/answering/autocomplete.ts';
import { createIndexRegistry } from '../../autocomplete/answering/index-registry.ts';
import { createQueryTurns } from '../../autocomplete/answering/query-turns.ts';
import { createSearchIntents } from '../../autocomplete/answering/search-intents.ts';
import type { ShopperEvent } from '../../events/parse-events.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { loadConfig } from '../../settings/config.ts';
import { createQueryIds } from '../../threads/evidence/query-ids.ts';
import { createShownAnswers } from '../../threads/evidence/shown-answers.ts';
import { createShownMemory } from '../../threads/evidence/shown-table.ts';
import { createClickJudge } from './judge-clicks.ts';

const storeId = '01a1fe94-6404-7000-96f7-310b1d5194da';
const address = '203.0.113.7';
const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

/** A shop whose judge can be asked, and what its looks cost: in each turn of the event loop, and together. */
function openShop(title: (number: number) => string) {
  const settings = loadConfig({}, {});
  assert.ok(settings.ok);
  const clock = createDrivenClock();
  const registry = createIndexRegistry();
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply(
    Array.from({ length: 1_000 }, (_, number) => productDocument(`p${number}`, { title: title(number) })),
  );
  registry.publish({
    storeId,
    changeNumber: 1,
    snapshot: writer.snapshot(),
    popularity: [],
    origin: 'products',
  });
  const turns = createQueryTurns();
  const costs = { steps: 0, looks: 0, looksThisTurn: 0, mostLooksInTurn: 0 };
  const counted = {
    get isBusy() {
      return turns.isBusy;
    },
    run: turns.run.bind(turns),
    spend(store: string, steps: number) {
      costs.steps += steps;
      turns.spend(store, steps);
    },
  };
  const real = createAutocomplete(registry, clock, { turns: counted });
  const autocomplete: Autocomplete = {
    ...real,
    shownFor(...question) {
      costs.looks += 1;
      costs.looksThisTurn += 1;
      costs.mostLooksInTurn = Math.max(costs.mostLooksInTurn, costs.looksThisTurn);
      setImmediate(() => {
        costs.looksThisTurn = 0;
      });
      return real.shownFor(...question);
    },
  };
  const shown = createShownAnswers(createShownMemory(false, 1_024), clock);
  shown.beginDay({ day: '2026-11-21', salt: 'one' });
  const judge = createClickJudge({
    ...{ autocomplete, clock, config: settings.config, shown },
    intents: createSearchIntents(registry),
    index: { load: () => Promise.reject(new Error('the index is loaded')) },
    pipeline: {
      loadShown: () => Promise.reject(new Error('there is one node')),
      findAnswered: () => Promise.reject(new Error('no event names an answer')),
    },
    queryIds: createQueryIds(),
  });
  return { judge, costs, shown };
}

function click(typed: string, thing: Partial<ShopperEvent>): ShopperEvent {
  return {
    ...{ index: 0, eventId: null, type: 'product_click', productId: null, externalId: null, phrase: null },
    ...{ region: 'products', query: typed, typed, position: 1, quantity: null, occurredAt: 0 },
    ...{ value: null, currency: null, queryId: null },
    ...thing,
  };
}

test('one request looks once a turn, within its budget', async () => {
  const { judge, costs, shown } = openShop((number) => {
    const words = letters.filter((_, place) => (number * 7 + place * place) % 5 === 0).slice(0, 6);
    return `${words.join(' ')} ${number % 10}`;
  });
  const queries = Array.from({ length: 100 }, (_, number) => `${letters.join(' ')} ${number}`);
  for (const query of queries) shown.note(storeId, address, query);
  const events = queries.map((query) => click(query, { productId: 'p1' }));
  assert.equal((await judge(events, { storeId, address, isTrusted: false })).length, 100);
  assert.ok(costs.looks > 1, String(costs.looks));
  assert.equal(costs.mostLooksInTurn, 1);
  const perQuestion = limits.querySteps + limits.queryStepsPerProduct * 1_000;
  const most = (limits.clickLookQuestions + 1) * perQuestion;
  assert.ok(costs.steps > perQuestion && costs.steps <= most, `${costs.steps} of ${most}`);
});

test('usual clicks of a full request are all shown', async () => {
  const { judge, costs, shown } = openShop((number) => `lamp${number}`);
  const queries = Array.from({ length: 100 }, (_, number) => `lamp${number}`);
  for (const query of queries) shown.note(storeId, address, query);
  const events = queries.map((query, number) => click(query, { productId: `p${number}` }));
  const judged = await judge(events, { storeId, address, isTrusted: false });
  assert.deepEqual(
    judged.filter(({ isShown }) => !isShown).map(({ event }) => event.query),
    [],
  );
  assert.equal(costs.looks, 100);
});

test('the looks of secret keys are limited by store', async () => {
  const { judge, costs } = openShop((number) => `lamp${number}`);
  const { burst } = rateLimits.clickLooksPerStore;
  for (let sent = 0; sent < burst + 200; sent += 100) {
    const events = Array.from({ length: 100 }, (_, number) =>
      click(`lamp${sent + number}`, { phrase: 'lamps', region: 'categories' }),
    );
    const judged = await judge(events, { storeId, address, isTrusted: true });
    assert.equal(judged.length, 100);
  }
  assert.ok(costs.looks <= burst, String(costs.looks));
});
