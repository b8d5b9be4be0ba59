// Tests: test/browser/dashboard-collections.test.ts.
import { Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CollectionRules } from '../../../../contract/words/collections.ts';
import { useDryRun } from '../../api/call.ts';
import type { RulesPreview } from '../../api/collections.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Settling } from '../../parts/settling.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf, formatRough } from '../../words/numbers.ts';
import classes from './collections.module.css';
import { ProductTiles } from './product-tiles.tsx';

/** The pause after the last key before the preview is asked, in ms. Chosen: long enough to type a word. */
const typingPauseMs = 350;

/**
 * Shows the products that meet the rules while they are typed (`POST /collections/preview`); the last preview stays
 * until the next one is there. A failure is a note. Saves nothing. `rules` is null while no condition is finished.
 */
export function PreviewPanel({ rules }: { readonly rules: CollectionRules | null }) {
  const { storeId } = useStore();
  const [asked] = useDebouncedValue(rules === null ? '' : JSON.stringify(rules), typingPauseMs);
  const preview = useDryRun(
    storeId,
    'POST /collections/preview',
    asked === '' ? null : { body: { rules: JSON.parse(asked) as CollectionRules } },
  );
  const isStale = preview.isPlaceholderData || (rules !== null && JSON.stringify(rules) !== asked);
  return (
    <div className={classes.preview}>
      <Panel title="What is in it now" lead="From the current catalog; nothing is saved yet.">
        {rules === null && (
          <Text size="sm" c="dimmed">
            Finish a condition, and its products appear here.
          </Text>
        )}
        {rules !== null && preview.isError && <FailureNote error={preview.error} title="No preview" />}
        {rules !== null && preview.isPending && <Skeleton h={260} radius="md" />}
        {rules !== null && preview.data != null && <Found preview={preview.data.preview} isStale={isStale} />}
      </Panel>
    </div>
  );
}

function Found({ preview, isStale }: { readonly preview: RulesPreview; readonly isStale: boolean }) {
  const { product_count: count, is_estimate: isEstimate, sample } = preview;
  const rough = `About ${formatRough(count)} products`;
  return (
    <Settling isStale={isStale}>
      <p className={classes.found} role="status">
        {isEstimate ? rough : countOf(count, 'product')}
        {count > sample.length && <small> · the first {sample.length}</small>}
      </p>
      {count === 0 ? (
        <Text size="sm" c="dimmed">
          No product meets these rules yet. Products that do later will be included.
        </Text>
      ) : (
        <ProductTiles products={sample} isSmall />
      )}
    </Settling>
  );
}
