/**
 * The endpoint of events (§4.8, §6; Contract §8) on both databases: what it takes and refuses, and that what it took
 * shows within five seconds, once.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { eventRejectionCodes } from '../../contract/words/events.ts';
import { engines } from '../support/engines.ts';
import {
  autocompletePath,
  eventsPath,
  postEvents,
  productClick,
  sendEvents,
  suggestionClick,
  waitForSuggestion,
  waitForTitles,
} from '../support/event-calls.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { ask, importProducts, productInput, putProduct, titlesFor } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const hourMs = 3_600_000;

function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}

/** Three lamps of one rank; the alphabet decides while nobody clicks. */
async function createLamps(store: TestStore): Promise<Record<'a' | 'b' | 'c', string>> {
  const put = async (id: string) =>
    (await putProduct(store, id, { title: `Lamp ${id}`, category: 'Lamps' })).id;
  return { a: await put('a'), b: await put('b'), c: await put('c') };
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    test('§6 ranking: clicked and bought products rank higher within five seconds', async () => {
      const store = await service.createStore();
      const ids = await createLamps(store);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp a', 'Lamp b', 'Lamp c']);
      const storefront = { key: store.keys.storefront };
      // What is clicked without a query was shown by discovery.
      for (let shopper = 0; shopper < 3; shopper += 1)
        await store.request('GET', autocompletePath, storefront);
      for (const session of ['s1', 's2']) await sendEvents(store, session, [productClick(ids.c)], storefront);
      await sendEvents(store, 's3', [productClick(ids.b)], storefront);
      await waitForTitles(store, 'lamp', ['Lamp c', 'Lamp b', 'Lamp a']);
      await sendEvents(store, 'server', [{ type: 'purchase', external_id: 'a', quantity: 2 }]);
      await waitForTitles(store, 'lamp', ['Lamp a', 'Lamp c', 'Lamp b']);
      assert.deepEqual(
        (await ask(store, '')).products.map(({ title }) => title),
        ['Lamp a', 'Lamp c', 'Lamp b'],
      );
      const [first] = (await ask(store, 'lamp', { explain: 1 })).products;
      assert.ok(Math.abs((first?.explain?.popularity ?? 0) - 5) < 0.1, String(first?.explain?.popularity));
    });

    test('§4.7 suggestions: a clicked product leads its prefix in any spelling', async () => {
      const store = await service.createStore();
      await importProducts(
        store,
        ['Lamp', 'Lamp', 'Lampshade'].map((category, row) => productInput(`p${row}`, { category })),
      );
      assert.deepEqual((await ask(store, 'lam')).suggestions, ['Lamp', 'Lampshade']);
      await sendEvents(store, 's1', [suggestionClick(' LÁMPSHADE ', { query: 'lam', position: 2 })]);
      await waitForSuggestion(store, 'lam', 'Lampshade');
      assert.deepEqual((await ask(store, '')).suggestions, ['Lampshade', 'Lamp']);
      // A brand may be called as a domain: what the store suggests itself is nobody's own.
      await putProduct(store, 'brand', { title: 'Lamp', category: 'Lampshop.com' });
      await sendEvents(store, 's2', [suggestionClick('lampshop.com', { query: 'lam' })]);
      await sendEvents(store, 's3', [suggestionClick('lampshop.com', { query: 'lam' })]);
      await waitForSuggestion(store, 'lam', 'Lampshop.com');
    });

    test('Contract §8 events: a session moves a thing once, by its heaviest act', async () => {
      const store = await service.createStore();
      const ids = await createLamps(store);
      const clicks = Array.from({ length: 50 }, () => productClick(ids.b));
      assert.equal((await sendEvents(store, 'one', clicks)).accepted, 50);
      await sendEvents(store, 'one', [productClick(ids.b), { type: 'purchase', product_id: ids.b }]);
      await sendEvents(store, 'one', [{ type: 'purchase', product_id: ids.b }]);
      await waitForTitles(store, 'lamp', ['Lamp b']);
      const popularity = async () =>
        (await ask(store, 'lamp', { explain: 1 })).products[0]?.explain?.popularity;
      await waitUntil('the purchase', async () => ((await popularity()) ?? 0) > 4.9);
      assert.ok(((await popularity()) ?? 0) < 5.1);
    });

    test('Contract §8 event_id: a repeated event counts once, in one batch and in two', async () => {
      const store = await service.createStore();
      const ids = await createLamps(store);
      const twice = productClick(ids.b, { event_id: 'e1' });
      assert.equal((await sendEvents(store, 's1', [twice, twice])).accepted, 2);
      // As another session, so that nothing but the id tells.
      assert.equal((await sendEvents(store, 's2', [twice])).accepted, 1);
      const reader = service.current().storage.reader(store.store.id);
      assert.equal(await reader.events.count(), 1);
      // What came later shows, so what came again would show as well.
      await sendEvents(store, 's3', [{ type: 'purchase', product_id: ids.c }]);
      await waitForTitles(store, 'lamp', ['Lamp c', 'Lamp b']);
      const shown = (await ask(store, 'lamp', { explain: 1 })).products;
      const popularity = shown.find(({ id }) => id === ids.b)?.explain?.popularity ?? 0;
      assert.ok(popularity > 0.9 && popularity < 1.1, `${popularity}`);
    });

    test('Contract §8 rejected: each wrong event is reported with its code, others count', async () => {
      const store = await service.createStore();
      const other = await service.createStore();
      const ids = await createLamps(store);
      const foreign = (await putProduct(other, 'x')).id;
      const wrong = [
        [17, 'event_invalid'],
        [{ type: 'add_to_wishlist' }, 'type_unknown'],
        [{ ...productClick(ids.a), type: undefined }, 'type_unknown'],
        [productClick(randomUUID()), 'product_unknown'],
        [productClick(foreign), 'product_unknown'],
        [productClick('lamp'), 'product_id_invalid'],
        [productClick(ids.a, { region: 'suggestions' }), 'region_invalid'],
        [productClick(ids.a, { query: 'x'.repeat(101) }), 'query_invalid'],
        [productClick(ids.a, { query: undefined }), 'query_invalid'],
        [productClick(ids.a, { query: 'a\u0000b' }), 'query_invalid'],
        [productClick(ids.a, { position: 0 }), 'position_invalid'],
        [productClick(ids.a, { event_id: 'a b' }), 'event_id_invalid'],
        [productClick(ids.a, { occurred_at: ago(25 * hourMs) }), 'occurred_at_invalid'],
        [productClick(ids.a, { occurred_at: ago(-6 * 60_000) }), 'occurred_at_invalid'],
        [productClick(ids.a, { occurred_at: 'yesterday' }), 'occurred_at_invalid'],
        [suggestionClick(' '), 'phrase_invalid'],
        [suggestionClick('x'.repeat(256)), 'phrase_invalid'],
        [suggestionClick('lamp', { region: 'products' }), 'region_invalid'],
        [{ type: 'purchase' }, 'external_id_invalid'],
        [{ type: 'purchase', external_id: 'unknown' }, 'product_unknown'],
        [{ type: 'purchase', product_id: ids.a, external_id: 'b' }, 'product_unknown'],
        [{ type: 'purchase', product_id: ids.a, external_id: {} }, 'external_id_invalid'],
        [{ type: 'purchase', product_id: ids.a, quantity: 1.5 }, 'quantity_invalid'],
        [{ type: 'add_to_cart' }, 'external_id_invalid'],
        [{ type: 'add_to_cart', product_id: ids.a, value: '1.234,00' }, 'value_invalid'],
        [{ type: 'purchase', product_id: ids.a, value: 1, currency: 'XXL' }, 'currency_invalid'],
        [{ type: 'purchase', product_id: ids.a, query_id: 7 }, 'query_id_invalid'],
      ] as const;
      const right = [
        productClick(ids.a, { occurred_at: ago(23 * hourMs), position: 3, event_id: 'A-z_09' }),
        productClick(ids.a, { occurred_at: ago(-4 * 60_000), anything: { else: true } }),
        suggestionClick('no suggestion of ours', { region: 'categories' }),
        { type: 'purchase', product_id: ids.a.toUpperCase(), query: 'lamp' },
      ];
      const answer = await sendEvents(store, 's1', [...right, ...wrong.map(([event]) => event)] as never);
      assert.equal(answer.accepted, right.length);
      assert.deepEqual(
        answer.rejected.map(({ index, code }) => [index, code]),
        wrong.map(([, code], place) => [right.length + place, code]),
      );
      assert.match((await sendEvents(store, 's1', [{}])).message, /^No event was recorded/);
      const told = new Set(answer.rejected.map(({ code }) => code));
      assert.deepEqual(
        eventRejectionCodes.filter((code) => !told.has(code)),
        ['insufficient_scope'],
      );
    });

    test('Contract §8 purchase: storefront keys cannot send purchases, but clicks beside them count', async () => {
      const store = await service.createStore();
      const ids = await createLamps(store);
      const events = [{ type: 'purchase', product_id: ids.a }, productClick(ids.b)];
      const storefront = { key: store.keys.storefront };
      await store.request('GET', autocompletePath, storefront);
      const answer = await sendEvents(store, 's1', events, storefront);
      assert.equal(answer.accepted, 1);
      assert.deepEqual(
        answer.rejected.map(({ index, code }) => [index, code]),
        [[0, 'insufficient_scope']],
      );
      await waitForTitles(store, 'lamp', ['Lamp b', 'Lamp a']);
    });

    test('Contract §8 batch: a body that is no batch is refused as a whole', async () => {
      const store = await service.createStore();
      const click = suggestionClick('lamp');
      for (const sessionId of [undefined, '', 'a b', 'x'.repeat(65), 7]) {
        expectError(await postEvents(store, sessionId, [click]), 'validation_failed');
      }
      for (const events of [undefined, [], {}, Array.from({ length: 101 }, () => click)]) {
        expectError(await postEvents(store, 's1', events), 'validation_failed');
      }
      const both = await postEvents(store, null, null);
      assert.deepEqual(
        both.as<{ errors: { path: string }[] }>().errors.map(({ path }) => path),
        ['/session_id', '/events'],
      );
      const neither = await store.request('POST', eventsPath, { body: {} });
      const messages = neither.as<{ errors: { message: string }[] }>().errors.map(({ message }) => message);
      for (const message of messages) assert.match(message, /, got nothing\.$/);
      expectError(await store.request('POST', eventsPath, { body: '[]' }), 'validation_failed');
      expectError(await store.request('POST', eventsPath, { body: '{"session_id"' }), 'malformed_json');
      assert.equal(
        (
          await sendEvents(
            store,
            'x'.repeat(64),
            Array.from({ length: 100 }, () => click),
          )
        ).accepted,
        100,
      );
    });

    test('Contract §8 size: a body over 64 KiB is refused in any form', async () => {
      const store = await service.createStore();
      const large = { session_id: 's1', events: [], padding: 'x'.repeat(64 * 1024) };
      for (const type of ['application/json', 'text/plain']) {
        const answer = await store.request('POST', eventsPath, {
          body: JSON.stringify(large),
          headers: { 'content-type': type },
        });
        expectError(answer, 'payload_too_large');
        assert.match(answer.text, /64 KiB/);
      }
    });

    test('Contract §8 beacon: text/plain with JSON is taken, with a key in the address', async () => {
      const store = await service.createStore();
      const body = JSON.stringify({ session_id: 's1', events: [suggestionClick('lamp')] });
      const beacon = (key: string, type = 'text/plain;charset=UTF-8') =>
        service.request('POST', `${eventsPath}?key=${key}`, { body, headers: { 'content-type': type } });
      const answer = await beacon(store.keys.storefront);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      expectError(await beacon(store.keys.secret), 'insufficient_scope');
      const refused = await beacon(store.keys.storefront, 'text/html');
      expectError(refused, 'unsupported_media_type');
      assert.match(refused.text, /application\/json, or text\/plain/);
      const elsewhere = await store.request('POST', '/api/v1/product-imports', {
        body,
        headers: { 'content-type': 'text/plain' },
      });
      expectError(elsewhere, 'unsupported_media_type');
    });

    test('Contract §2 events: allowed browsers of any origin may call, and errors carry CORS', async () => {
      const store = await service.createStore();
      const preflight = await service.request('OPTIONS', eventsPath);
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET, POST, OPTIONS');
      const missing = await service.request('POST', eventsPath, { body: {} });
      expectError(missing, 'missing_api_key');
      assert.equal(missing.headers.get('access-control-allow-origin'), '*');
      const refused = await postEvents(store, '', []);
      assert.equal(refused.headers.get('access-control-allow-origin'), '*');
      const got = await store.request('GET', eventsPath);
      expectError(got, 'method_not_allowed');
      assert.match(got.headers.get('allow') ?? '', /POST/);
    });

    test('§4.7 discovery, Contract §7 privacy: a text typed in three sessions shows while products match', async () => {
      const store = await service.createStore();
      const { id } = await putProduct(store, 'a', { title: 'Red bicycle lamp', category: 'Lights' });
      const storefront = { key: store.keys.storefront };
      const typed = [
        'bicycle lamp',
        'Jane@shop.example lamp',
        'lamp 0170 1234567',
        'bicycle la',
        'green lamp',
      ];
      // As a shop's server: all browsers of this test share a network.
      const type = (session: string, queries: readonly string[]) =>
        sendEvents(
          store,
          session,
          queries.map((query) => productClick(id, { query })),
        );
      await type('s1', typed);
      await type('s2', typed);
      const before = (await ask(store, '')).suggestions;
      await type('s3', [...typed.map((query) => query.toUpperCase()), 'red lamp']);
      let shown: readonly string[] = [];
      await waitUntil('the query of three sessions', async () => {
        shown = (await ask(store, '')).suggestions;
        return shown.length > before.length;
      });
      assert.deepEqual(shown, ['bicycle lamp', ...before]);
      // Typed by more than that, and a suggestion already: it moves up, and stands there once.
      const suggestion = before.at(-1) ?? '';
      for (const session of ['t1', 't2', 't3', 't4']) await type(session, [suggestion.toLowerCase()]);
      await waitUntil('the suggestion that many typed', async () => {
        shown = (await ask(store, '')).suggestions;
        return shown[0] === suggestion;
      });
      assert.deepEqual(shown, [suggestion, 'bicycle lamp', ...before.slice(0, -1)]);
      const answer = await store.request('DELETE', `${eventsPath}/sessions/s1`);
      assert.equal(answer.as<{ erased_events: number }>().erased_events, typed.length, answer.text);
      const reader = service.current().storage.reader(store.store.id);
      const kept = JSON.stringify(await reader.events.list({ after: 0, limit: 100 }));
      assert.doesNotMatch(kept, /jane|1234567|"s[123]"/i);
      expectError(await store.request('DELETE', `${eventsPath}/sessions/a.b`), 'validation_failed');
      const refused = await store.request('DELETE', `${eventsPath}/sessions/s1`, storefront);
      expectError(refused, 'insufficient_scope');
    });

    test('Contract §7 intents: shoppers see what others clicked after the same beginning', async () => {
      const store = await service.createStore();
      const { id } = await putProduct(store, 'a', { title: 'Anker USB-C Cable, 2 m', category: 'Office' });
      // Before, nothing is known of its words.
      await ask(store, 'usb c c');
      const begin = (session: string) => sendEvents(store, session, [productClick(id, { query: 'usb c c' })]);
      for (const session of ['s1', 's2']) await begin(session);
      const before = (await ask(store, '')).suggestions;
      await begin('s3');
      await waitForSuggestion(store, '', 'usb c cable');
      assert.deepEqual((await ask(store, '')).suggestions, ['usb c cable', ...before]);
      // What a click does not tell counts as the shortest text that others ended it with.
      await sendEvents(store, 's4', [{ type: 'purchase', external_id: 'a', query: 'usb c ca' }]);
      const reader = service.current().storage.reader(store.store.id);
      const scores = await reader.events.changedPopularity({ after: null, limit: 100 });
      assert.deepEqual(
        scores.filter(({ kind }) => kind === 'query').map(({ key }) => key),
        ['usb c cable'],
      );
      assert.deepEqual(await reader.events.querySessions(['usb c c', 'usb c ca']), []);
    });

    test('§4.7 ranking: shoppers with the same intent see its clicked products first', async () => {
      const store = await service.createStore();
      const ids = await createLamps(store);
      const click = (session: string, id: string, query: string) =>
        sendEvents(store, session, [productClick(id, { query })]);
      await ask(store, 'lamp');
      // All like C, but those who ask for lamps in the category like B.
      for (let number = 0; number < limits.intentWorthMin + 7; number += 1)
        await click(`c${number}`, ids.c, '');
      for (let number = 0; number < 2 + limits.intentWorthMin; number += 1) {
        await click(`b${number}`, ids.b, number < 3 ? 'lamp' : 'la');
      }
      await waitForTitles(store, 'lamp', ['Lamp b', 'Lamp c', 'Lamp a']);
      await waitForTitles(store, 'la', ['Lamp b', 'Lamp c', 'Lamp a']);
      assert.deepEqual(await titlesFor(store, 'lamps'), ['Lamp c', 'Lamp b', 'Lamp a']);
      const [first, second] = (await ask(store, 'lamp', { explain: 1 })).products;
      assert.equal(first?.explain?.popularity_for_query, true);
      assert.ok((first?.explain?.popularity ?? 0) < (second?.explain?.popularity ?? 0));
      assert.equal(second?.explain?.popularity_for_query, undefined);
      // An erased product leaves nothing behind.
      await store.request('DELETE', '/api/v1/products/b?purge=true');
      const scores = await service.current().storage.reader(store.store.id).events.changedPopularity({
        after: null,
        limit: 100,
      });
      assert.ok(!scores.some(({ key }) => key.includes(ids.b)));
    });
  });
}
