/**
 * The calls of the page of one query, on both databases: what a query has, what a change would do to its answer, and a change that
 * can be undone.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FoundAnswer, SearchChange, SearchSettings } from '../../contract/searches.ts';
import type { SynonymsBody } from '../../contract/synonyms.ts';
import { sharedOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput, titlesFor } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

interface Published {
  readonly undo: SearchChange;
}

interface Tried {
  readonly before: FoundAnswer;
  readonly after: FoundAnswer | null;
}

const idsOf = (found: FoundAnswer | null) => found?.products.map(({ product }) => product.external_id);

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);
    let visitor: Visitor;
    before(async () => {
      visitor = await sharedOperator(service.current());
    });

    async function createShop(): Promise<TestStore> {
      const store = await service.createStore();
      await importProducts(store, [
        productInput('a', { title: 'Lamp A', brand: 'Acme' }),
        productInput('b', { title: 'Lamp B' }),
        productInput('c', { title: 'Lamp C' }),
        productInput('d', { title: 'Torch' }),
      ]);
      return store;
    }
    const call = (store: TestStore, method: 'PATCH' | 'POST', path: string, body: object) =>
      visitor.call(method, `/stores/${store.store.id}/searches${path}`, body);
    const show = async (store: TestStore, q: string) =>
      (
        await visitor.call('GET', `/stores/${store.store.id}/searches?q=${encodeURIComponent(q)}`)
      ).as<SearchSettings>();
    async function publish(store: TestStore, change: object): Promise<SearchChange> {
      const answer = await call(store, 'PATCH', '', change);
      assert.equal(answer.status, 200, answer.text);
      return answer.as<Published>().undo;
    }
    async function preview(store: TestStore, query: string, change: object | null): Promise<Tried> {
      const answer = await call(store, 'POST', '/preview', { query, change });
      assert.equal(answer.status, 200, answer.text);
      return answer.as<Tried>();
    }
    const rule = (query: string, more: object) => ({ query, match: 'exact', ...more });

    test('a change is tried, published and undone as one', async () => {
      const store = await createShop();
      const change = {
        rule: { before: null, after: rule('lamp', { pins: ['c'], hides: ['a'] }) },
        synonyms: { before: [], after: [{ from: ['lamp'], to: ['torch'] }] },
      };
      const tried = await preview(store, 'lamp', change);
      assert.deepEqual(idsOf(tried.before), ['a', 'b', 'c']);
      assert.deepEqual(idsOf(tried.after), ['c', 'b', 'd']);
      assert.deepEqual(
        tried.after?.hidden.map(({ external_id: id }) => id),
        ['a'],
      );
      assert.equal(tried.after?.products[0]?.explain.merchandising?.pin, 1);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp A', 'Lamp B', 'Lamp C'], 'nothing was stored');

      const undo = await publish(store, change);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp C', 'Lamp B', 'Torch']);
      const settings = await show(store, ' LAMP ');
      assert.deepEqual(settings.rule?.pins, ['c']);
      assert.deepEqual(settings.synonyms, change.synonyms.after);
      assert.deepEqual(idsOf((await preview(store, 'lamp', null)).before), ['c', 'b', 'd']);
      assert.deepEqual(idsOf((await preview(store, 'lamp', undo)).after), ['a', 'b', 'c']);

      const redo = await publish(store, undo);
      assert.deepEqual(await show(store, 'lamp'), {
        rule: null,
        other_rules: [],
        synonyms: [],
        other_synonyms: [],
      });
      await publish(store, redo);
      assert.deepEqual(await show(store, 'lamp'), settings, 'the same rule, with its id');
    });

    test('a part that a colleague changed stores nothing at all', async () => {
      const store = await createShop();
      const [one, other] = [
        { from: ['lamp'], to: ['torch'] },
        { from: ['lamp'], to: ['light'] },
      ];
      await publish(store, { synonyms: { before: [], after: [one] } });
      const late = {
        rule: { before: null, after: rule('lamp', { hides: ['a'] }) },
        synonyms: { before: [other], after: [] },
      };
      expectError(await call(store, 'PATCH', '', late), 'conflict');
      assert.deepEqual(await show(store, 'lamp'), {
        rule: null,
        other_rules: [],
        synonyms: [one],
        other_synonyms: [],
      });
    });

    test('one rule is changed and never a colleague’s', async () => {
      const store = await createShop();
      const of = (id: string, ...hides: string[]) => rule(id, { id, hides });
      const change = (before: object | null, after: object | null) =>
        call(store, 'PATCH', '', { rule: { before, after } });
      const rules = async () =>
        (await store.request('GET', '/api/v1/merchandising')).as<{ rules: SearchSettings['other_rules'] }>()
          .rules;
      const written = async () => (await rules()).map(({ id, hides }) => [id, ...hides].join(' '));
      await store.request('PUT', '/api/v1/merchandising', {
        body: { rules: [of('one', 'a'), of('two', 'b')] },
      });
      const [one = null, two = null] = await rules();
      assert.equal((await change(null, of('three', 'c'))).status, 200);
      assert.equal((await change(one, of('one', 'b'))).status, 200);
      assert.deepEqual(await written(), ['one b', 'two b', 'three c']);
      for (const after of [of('one', 'c'), null]) expectError(await change(one, after), 'conflict');
      assert.equal((await change(two, null)).status, 200);
      for (const after of [of('two', 'c'), null]) {
        const [fault] = expectError(await change(two, after), 'conflict');
        assert.deepEqual([fault?.code, fault?.path], ['rule_deleted', '/rule/before']);
      }
      expectError(await change(null, of('one', 'c')), 'validation_failed');
      assert.deepEqual(await written(), ['one b', 'three c']);
      const many = Array.from({ length: 500 }, (_, at) => of(`r${at}`, 'a'));
      await store.request('PUT', '/api/v1/merchandising', { body: { rules: many } });
      expectError(await change(null, of('more', 'a')), 'validation_failed');
    });

    test('synonyms are replaced in their place and joined once', async () => {
      const store = await createShop();
      const known = { terms: ['lamp', 'light'] };
      await store.request('PUT', '/api/v1/synonyms', { body: { synonyms: [known], common: false } });
      const added = { from: ['wellies'], to: ['rubber boots'] };
      const change = (before: object[], after: object[]) =>
        call(store, 'PATCH', '', { synonyms: { before, after } });
      const list = async () => {
        const { synonyms, common } = (await store.request('GET', '/api/v1/synonyms')).as<SynonymsBody>();
        return { synonyms, common };
      };
      for (let time = 0; time < 2; time += 1) assert.equal((await change([], [added])).status, 200);
      assert.deepEqual(await list(), { synonyms: [known, added], common: false });
      const three = { terms: ['lamp', 'light', 'lantern'] };
      assert.equal((await change([known], [three])).status, 200);
      assert.deepEqual(await list(), { synonyms: [three, added], common: false });
      expectError(await change([known], []), 'conflict');
    });

    test('a query shows every rule and synonym about it', async () => {
      const store = await createShop();
      const begins = { ...rule('la', { hides: ['a'] }), match: 'prefix' };
      const later = rule('lamp', { hides: ['b'], starts_at: '2030-01-01T00:00:00Z' });
      const rules = [begins, later, rule('torch', { hides: ['d'] }), rule('Lamp', { pins: ['b'] })];
      await store.request('PUT', '/api/v1/merchandising', { body: { rules } });
      const synonyms = [
        { terms: ['lamp', 'light'] },
        { from: ['lamp', 'lampe'], to: ['torch'] },
        { from: ['torch'], to: ['lamp'] },
      ];
      await store.request('PUT', '/api/v1/synonyms', { body: { synonyms } });
      const shown = await show(store, 'lamp');
      assert.deepEqual(shown.rule?.pins, ['b']);
      assert.deepEqual(
        shown.other_rules.map(({ query, starts_at: start }) => [query, start !== null]),
        [
          ['la', false],
          ['lamp', true],
        ],
      );
      assert.deepEqual(shown.synonyms, []);
      assert.deepEqual(shown.other_synonyms, synonyms.slice(0, 2));
      assert.deepEqual((await show(store, 'desk lamp')).other_synonyms, synonyms.slice(0, 2));
    });

    test('a deleted rule comes back to its place, as the preview shows', async () => {
      const store = await createShop();
      const of = (id: string, ...pins: string[]) => rule('lamp', { id, pins });
      const body = { rules: [of('one', 'a'), of('two', 'b'), of('three', 'c')] };
      await store.request('PUT', '/api/v1/merchandising', { body });
      const [, two = null] = (await show(store, 'lamp')).other_rules;
      const before = (await show(store, 'lamp')).other_rules[0] ?? null;
      assert.equal(two?.id, 'three');
      const undo = await publish(store, { rule: { before, after: null } });
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp A', 'Lamp C', 'Lamp B']);
      assert.deepEqual(idsOf((await preview(store, 'lamp', undo)).after), ['a', 'b', 'c']);
      await publish(store, undo);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp A', 'Lamp B', 'Lamp C']);
    });

    test('a wrong change names its place, value and remedy', async () => {
      const store = await createShop();
      const ruled = (after: unknown, before: unknown = null) => ({ rule: { before, after } });
      const words = (after: unknown, before: unknown = []) => ({ synonyms: { before, after } });
      const pinned = rule('lamp', { pins: ['a'] });
      const wrong: readonly (readonly [object, string, RegExp])[] = [
        [{}, '', /neither/],
        [{ rule: 5 }, '/rule', /got 5/],
        [ruled(null, 1), '/rule/before', /got 1/],
        [ruled(null, {}), '/rule/before', /got \{\}/],
        [ruled(7), '/rule/after', /an object, got a number/],
        [ruled(rule('lamp', {})), '/rule/after', /pins, hides or boosts/],
        [ruled({ ...pinned, pin: [] }), '/rule/after/pin', /Did you mean "pins"\?/],
        [ruled({ ...pinned, query: 5 }), '/rule/after/query', /takes text, got a number/],
        [ruled({ ...pinned, query: 'x'.repeat(101) }), '/rule/after/query', /at most 100 .* got "xxx/],
        [ruled({ ...pinned, query: 'a\u0000' }), '/rule/after/query', /control .* got "a\\u0000"/],
        [ruled({ ...pinned, match: 'any' }), '/rule/after/match', /exact or prefix, got "any"/],
        [ruled({ ...pinned, ends_at: 'soon' }), '/rule/after/ends_at', /2026.* got "soon"/],
        [
          ruled({ ...pinned, pins: ['a', 'a'] }),
          '/rule/after/pins/1',
          /"a" is the same as .rule.after.pins.0;/,
        ],
        [ruled({ ...pinned, hides: ['a'] }), '/rule/after/hides/0', /"a" is pinned/],
        [ruled({ ...pinned, boosts: [1] }), '/rule/after/boosts/0', /got a number/],
        [ruled({ ...pinned, redirect: { title: 'T', url: 'x' } }), '/rule/after/redirect/url', /got "x"/],
        [{ rule: { ...ruled(pinned).rule, place: -1 } }, '/rule/place', /from 0 .* got -1/],
        [words([], null), '/synonyms/before', /got null/],
        [words([], 'x'), '/synonyms/before', /got "x"/],
        [words([], [1]), '/synonyms/before', /got \[1\]/],
        [words([], Array(2_001).fill({ terms: [] })), '/synonyms/before', /at most 2000/],
        [words(undefined), '/synonyms/after', /"after" takes a list of rules/],
        [words([7]), '/synonyms/after/0', /takes \{ "terms".* got 7/],
        [words([{ terms: ['a', 'b'] }, { terms: ['a'] }]), '/synonyms/after/1/terms', /2 to 20 .* got 1/],
        [words([{ from: ['a', '!'], to: ['b'] }]), '/synonyms/after/0/from/1', /letter or digit, got "!"/],
        [words([{ terms: ['a', 'A'] }]), '/synonyms/after/0/terms/1', /as .synonyms.after.0.terms.0;/],
        [words(Array(2).fill({ terms: ['a', 'b'] })), '/synonyms/after/1', /as .synonyms.after.0;/],
        [words(Array(2_001).fill({ terms: [] })), '/synonyms/after', /at most 2000 rules, got 2001/],
        [{ synonyms: { ...words([]).synonyms, place: 'x' } }, '/synonyms/place', /got "x"/],
      ];
      for (const [change, path, message] of wrong) {
        const [fault] = expectError(await call(store, 'PATCH', '', change), 'validation_failed');
        assert.equal(fault?.path, path, JSON.stringify(change).slice(0, 80));
        assert.match(fault.message, message);
        if (path === '') continue;
        const tried = expectError(await call(store, 'POST', '/preview', { change }), 'validation_failed');
        assert.equal(tried[0]?.path, `/change${path}`);
      }
    });

    test('a rule without any state is no change', async () => {
      const store = await createShop();
      const [fault] = expectError(await call(store, 'PATCH', '', { rule: {} }), 'validation_failed');
      assert.equal(fault?.path, '/rule');
      assert.match(fault.message, /"before", "after" or both/);
    });

    test('faults beside stored rules and synonyms are in the change', async () => {
      const store = await createShop();
      const of = (count: number) => Array.from({ length: count }, (_, at) => rule(`r${at}`, { pins: ['a'] }));
      const refused = async (change: object) => {
        const [fault] = expectError(await call(store, 'PATCH', '', change), 'validation_failed');
        return `${fault?.path} ${fault?.message}`;
      };
      const added = (more: object) => ({
        rule: { before: null, after: rule('x', { hides: ['a'], ...more }) },
      });
      await store.request('PUT', '/api/v1/merchandising', {
        body: { rules: of(500).with(3, rule('r', { id: 'known', pins: ['a'] })) },
      });
      assert.match(await refused(added({})), /^\/rule\/after A store takes at most 500 rules, got 501/);
      await store.request('PUT', '/api/v1/merchandising', {
        body: { rules: [rule('r', { id: 'known', pins: ['a'] })] },
      });
      assert.match(await refused(added({ id: 'known' })), /^\/rule\/after\/id "known" .*send another id/);

      const pairs = Array.from({ length: 1_999 }, (_, at) => ({ terms: [`a${at}`, `b${at}`] }));
      await store.request('PUT', '/api/v1/synonyms', { body: { synonyms: pairs } });
      const joined = (...after: object[]) => ({ synonyms: { before: [], after } });
      const [own, turned] = [{ terms: ['a5', 'b5'] }, { terms: ['B5', 'a5'] }];
      assert.match(
        await refused(joined({ from: ['new'], to: ['old'] }, turned)),
        /^\/synonyms\/after A store takes at most 2000 rules, got 2001/,
      );
      assert.match(
        await refused(joined(turned)),
        /^\/synonyms\/after\/0 The rule says the same as \{"terms":\["a5","b5"\]\}; remove one/,
      );
      await publish(store, joined(own));
      await publish(store, { synonyms: { before: [own], after: [turned] } });
      const wide = Array.from({ length: 250 }, (_, at) => ({
        terms: Array.from({ length: 20 }, (_each, term) => `t${at}x${term}`),
      }));
      await store.request('PUT', '/api/v1/synonyms', { body: { synonyms: wide } });
      assert.match(
        await refused(joined({ terms: ['a', 'b'] })),
        /^\/synonyms\/after The rules of a store take at most 5000 terms together, got 5002/,
      );
    });

    test('only members of a store see and change its queries', async () => {
      const store = await createShop();
      const stranger = await createShop();
      await publish(store, { rule: { before: null, after: rule('lamp', { hides: ['a'] }) } });
      assert.equal((await show(stranger, 'lamp')).rule, null);
      for (const key of [store.keys.secret, store.keys.storefront]) {
        expectError(await store.request('GET', '/api/v1/searches?q=lamp', { key }), 'not_found');
      }
    });
  });
}
