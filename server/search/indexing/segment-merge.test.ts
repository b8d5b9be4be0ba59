import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scenarios } from '../../../test/search/catalogs.ts';
import { openSections, type SectionName, sectionNames } from '../columns/sections.ts';
import type { SearchDocument } from '../document/document.ts';
import { usualSynonyms } from '../engine.ts';
import { createIndexWriter } from '../index-writer.ts';
import { compileForIndex } from '../query/analysis.ts';
import { mergeSegments } from './merge-plan.ts';

/** These depend on the order in which products came, which no answer does. */
const numberedAsTheyCome: ReadonlySet<SectionName> = new Set<SectionName>([
  'cardTemplateOffsets',
  'cardTemplateBytes',
  'cardTemplateNumbers',
  'documentCategories',
  'categoryPathOffsets',
  'categoryPathBytes',
  'categoryProducts',
  'categoryInStock',
  'categoryPostingItems',
  'ownSpellings',
  'spellingOffsets',
  'spellingBytes',
  'spellingEvidence',
  'spellingCounts',
  'documentSpellings',
]);

function sectionsOf(data: SharedArrayBuffer): Record<string, string> {
  const sections = openSections(data);
  const names = sectionNames.filter((name) => !numberedAsTheyCome.has(name));
  return Object.fromEntries(names.map((name) => [name, Buffer.from(sections.bytes(name)).toString('hex')]));
}

test('a merged segment equals one built at once, in every section', () => {
  fc.assert(
    fc.property(scenarios, ({ steps, locale, graph }) => {
      const all = steps.flatMap((step) => (step.kind === 'apply' ? step.documents : []));
      const documents = [...new Map(all.map((document) => [document.productId, document])).values()];
      fc.pre(documents.length > 0);
      const build = (batches: readonly (readonly SearchDocument[])[]) => {
        const writer = createIndexWriter({ locale, graph });
        for (const batch of batches) writer.apply(batch);
        return writer.snapshot().segments;
      };
      const segments = build([0, 1, 2].map((part) => documents.filter((_, number) => number % 3 === part)));
      const plan = {
        locale,
        synonyms: compileForIndex(locale, usualSynonyms),
        shape: graph,
        documentCount: documents.length,
      };
      const [whole] = build([documents]);
      assert.ok(whole !== undefined);
      assert.deepEqual(sectionsOf(mergeSegments({ ...plan, segments })), sectionsOf(whole.data));
    }),
  );
});
