/** Guards of variants: each group has one place, also with rules, deletions and clicks. */
import type { Guard } from './guard.ts';

const api = 'test/api/variants.test.ts';

export const variantsGuards: readonly Guard[] = [
  {
    name: 'a group that was an attribute before is not enriched again',
    file: 'server/ingest/decide-writes.ts',
    from: '[sourceHash, formerSourceHash]',
    to: '[sourceHash]',
    tests: {
      'server/ingest/decide-writes.test.ts': ['a group that was an attribute before queues nothing'],
    },
  },
  {
    name: 'a product without a group, for which systems write 0, is no variant',
    file: 'server/catalog/row-fields.ts',
    from: "group === '' || group === '0'",
    to: "group === ''",
    tests: { [api]: ['Contract §10 item_group_id is kept, changed, cleared and exported'] },
  },
  {
    name: 'a store that wants every variant gets them',
    file: 'server/autocomplete/changes/to-document.ts',
    from: 'group: groupVariants ? itemGroupId : null,',
    to: 'group: itemGroupId,',
    tests: { [api]: ['Contract §10 group_variants off shows every variant, and on again one'] },
  },
  {
    name: 'a hidden variant takes no place from its group',
    file: 'server/merchandising/arrange-answer.ts',
    from: 'return (productId) => hides.has(productId) || boostOf(productId) > 0;',
    to: 'return (productId) => boostOf(productId) > 0;',
    tests: { [api]: ['pins, hides and boosts choose among the variants of a group'] },
  },
  {
    name: 'a click on a variant that is covered by now has evidence',
    file: 'server/autocomplete/answering/shown-things.ts',
    from: '(variants !== null && hit.group === variants)',
    to: "(variants === '' && hit.group === variants)",
    tests: { [api]: ['a click on a variant that another one covers by now counts'] },
  },
];
