import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CollectionRules } from '../../../contract/words/collections.ts';
import { uuidOf } from '../../../test/support/storage-rows.ts';
import type { Collection } from '../../storage/collections/tables.ts';
import { type FoundSuggestion, showSuggestions } from './suggest-collections.ts';

function rulesOf(value: string): CollectionRules {
  return { match: 'all', conditions: [{ field: 'phrase', op: 'ends_with', value }] };
}

function suggestion(title: string, phrase: string): FoundSuggestion {
  return { title, rules: rulesOf(phrase), productCount: 4, isEstimate: false, sampleIds: [] };
}

function collection(title: string, slug: string, phrase: string): Collection {
  return {
    ...{ id: uuidOf(1), title, slug, description: '', rules: rulesOf(phrase), sort: 'title' },
    ...{ isActive: true, createdAt: 0, updatedAt: 0 },
  };
}

test('a collection made since is not suggested', async () => {
  const found = [
    suggestion('Docking Stations', 'docking station'),
    suggestion('Patch Cables', 'patch cable'),
    suggestion('Mice', 'mouse'),
  ];
  const existing = [
    collection('Docking Stations', 'docks', 'dock'),
    collection('Cables for me', 'mice', 'patch cable'),
  ];
  const collections = {
    list: async () => ({ values: existing, damaged: [] }),
    cardProducts: async () => [],
  };
  const shown = await showSuggestions({ collections }, found);
  // One by its title and one by its rules; the slug of the third is taken.
  assert.deepEqual(
    shown.map(({ title, slug }) => [title, slug]),
    [['Mice', null]],
  );
});
