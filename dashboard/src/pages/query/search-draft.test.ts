import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SearchSettings } from '../../../../contract/searches.ts';
import {
  boostOf,
  changeOf,
  draftOf,
  moveTo,
  summarizeDraft,
  toggleBoost,
  toggleHide,
  togglePin,
} from './search-draft.ts';

const none: SearchSettings = { rule: null, other_rules: [], synonyms: [], other_synonyms: [] };
const rule = {
  ...({ id: 'r', query: 'lamp', match: 'exact', is_active: true, starts_at: null, ends_at: null } as const),
  ...{ pins: ['a'], hides: ['b'], boosts: [], redirect: null },
};

test('a draft of what is published changes nothing', () => {
  const settings = { ...none, rule, synonyms: [{ from: ['lamp'], to: ['torch', 'light'] }] };
  for (const known of [none, settings]) assert.equal(changeOf('lamp', known, draftOf(known)), null);
});

test('a change replaces only the parts that differ', () => {
  const settings = { ...none, rule, synonyms: [{ from: ['lamp'], to: ['torch'] }] };
  const draft = draftOf(settings);
  assert.deepEqual(changeOf('lamp', settings, togglePin(draft, 'c')), {
    rule: { before: rule, after: { ...rule, pins: ['a', 'c'] }, place: null },
    synonyms: null,
  });
  assert.deepEqual(changeOf('lamp', settings, { ...draft, alsoFinds: [] }), {
    rule: null,
    synonyms: { before: settings.synonyms, after: [], place: null },
  });
  const emptied = toggleHide(togglePin(draft, 'a'), 'b');
  assert.deepEqual(changeOf('lamp', settings, emptied)?.rule, { before: rule, after: null, place: null });
  const added = changeOf('lamp', none, toggleBoost(draftOf(none), 'c'));
  assert.deepEqual(added?.rule?.after?.boosts, [{ field: 'external_id', value: 'c', weight: 5 }]);
});

test('a product is pinned, boosted or hidden, never two at once', () => {
  const toggles = [togglePin, toggleHide, toggleBoost];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2), fc.constantFrom('a', 'b', 'c'))), (steps) => {
      let draft = draftOf(none);
      for (const [toggle, id] of steps) {
        const after = toggles[toggle]?.(draft, id) ?? draft;
        const of = (one: typeof draft) => [
          one.pins.includes(id),
          one.hides.includes(id),
          boostOf(one, id) !== null,
        ];
        assert.equal(of(after)[toggle], !of(draft)[toggle]);
        assert.ok(of(after).filter(Boolean).length <= 1);
        draft = after;
      }
    }),
  );
});

test('a moved product stands where it was put', () => {
  const shown = ['a', 'b', 'c', 'd', 'e'];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...shown), fc.nat(4)), { maxLength: 12 }), (moves) => {
      let draft = draftOf(none);
      // The naive answer: pins on top, then the usual order.
      const orderOf = () => [...draft.pins, ...shown.filter((id) => !draft.pins.includes(id))];
      for (const [id, place] of moves) {
        const before = orderOf();
        const wasPinned = draft.pins.includes(id);
        const pinCount = draft.pins.length;
        draft = moveTo(draft, before, id, place);
        const mayStay = wasPinned ? place >= pinCount : place > before.indexOf(id);
        if (!mayStay) assert.equal(orderOf().indexOf(id), place, `${id} to ${place} in ${before}`);
        if (wasPinned && place >= pinCount) assert.ok(!draft.pins.includes(id));
        const others = (ids: readonly string[]) => ids.filter((one) => one !== id);
        if (!mayStay) assert.deepEqual(others(orderOf()), others(before), 'all others keep their order');
      }
    }),
  );
});

test('a draft is summarized in a few words', () => {
  assert.equal(summarizeDraft(draftOf(none)), 'the usual order, and no synonyms');
  const draft = {
    ...draftOf({ ...none, rule }),
    alsoFinds: ['torch'],
    redirect: { title: 'Sale', url: 'https://x' },
  };
  assert.equal(summarizeDraft(draft), '1 pinned, 1 hidden, links to “Sale”, also finds torch');
});
