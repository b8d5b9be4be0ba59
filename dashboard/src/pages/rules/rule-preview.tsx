// Tests: test/browser/dashboard-merchandising.test.ts.
import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ProductRow } from '../../../../contract/products.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import type { RuleInput } from '../../../../contract/words/merchandising.ts';
import { type AnswerTo, useDryRun } from '../../api/call.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { Settling } from '../../parts/settling.tsx';
import { useStore } from '../../shell/current-store.ts';
import { nowMs } from '../../words/clock.ts';
import { absenceOfRule } from '../../words/merchandising.ts';
import { countOf, formatPrice } from '../../words/numbers.ts';
import { doesAnything } from './rule-draft.ts';
import { isWebAddress } from './rule-faults.ts';
import classes from './rules.module.css';

/** The pause after the last change before the preview is asked, in ms. Chosen: long enough to type a word. */
const typingPauseMs = 350;

/**
 * Shows what shoppers would see for the rule's query by this rule alone, while it is written (`POST
 * /merchandising/preview`). The last preview stays until the next one is there; a failure is a note.
 */
export function RulePreviewPanel({ rule }: { readonly rule: RuleInput }) {
  const { storeId } = useStore();
  // The preview ignores the rule's times, and leaves out an unfinished address.
  const { query, redirect } = rule;
  const shown = { ...rule, starts_at: null, ends_at: null, is_active: true, redirect: finished(redirect) };
  const question = {
    query,
    rules: doesAnything(shown) && (query !== '' || rule.match === 'exact') ? [shown] : [],
  };
  const [asked] = useDebouncedValue(JSON.stringify(question), typingPauseMs);
  const preview = useDryRun(storeId, 'POST /merchandising/preview', {
    body: JSON.parse(asked) as typeof question,
  });
  const absence = absenceOfRule(rule, nowMs());
  const isStale = preview.isPlaceholderData || asked !== JSON.stringify(question);
  return (
    <div className={classes.preview}>
      <Panel
        title="What shoppers would see"
        lead={
          query === ''
            ? 'In the empty box, by this rule alone.'
            : `For “${visibleText(query)}”, by this rule alone.`
        }
      >
        {absence !== null && (
          <Text size="sm" c="var(--warn)" mb="sm">
            {absence}
          </Text>
        )}
        {redirect !== null && shown.redirect === null && (
          <Text size="sm" c="dimmed" mb="sm">
            Fill in the words and the address (https://…) to show the page.
          </Text>
        )}
        {preview.isError && <FailureNote error={preview.error} title="No preview" />}
        {preview.isPending && <Skeleton h={260} radius="md" />}
        {preview.data != null && !preview.isError && (
          <Settling isStale={isStale}>
            <Found preview={preview.data} />
          </Settling>
        )}
      </Panel>
    </div>
  );
}

function finished(redirect: RuleInput['redirect']): RuleInput['redirect'] {
  return redirect !== null && redirect.title !== '' && isWebAddress(redirect.url) ? redirect : null;
}

/** What is read aloud when the answer changes: the whole list would be too long. */
function wordsOf({ products, hidden }: AnswerTo<'POST /merchandising/preview'>): string {
  const pinned = products.filter(({ pin }) => pin !== null).length;
  const boosted = products.filter(({ boost }) => boost !== null).length;
  return [
    countOf(products.length, 'product'),
    `${pinned} pinned`,
    `${boosted} boosted`,
    `${hidden.length} hidden`,
  ].join(', ');
}

function Found({ preview }: { readonly preview: AnswerTo<'POST /merchandising/preview'> }) {
  const { products, hidden, redirect } = preview;
  return (
    <div className={classes.found}>
      <VisuallyHidden role="status">{wordsOf(preview)}</VisuallyHidden>
      {redirect !== null && (
        <div className={classes.redirect}>
          <Icon name="external" size={16} />
          <span>
            <b>{visibleText(redirect.title)}</b> links to {redirect.url}
          </span>
        </div>
      )}
      {products.length + hidden.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is found.
        </Text>
      )}
      <ol className={classes.products}>
        {products.map(({ product, pin, boost }, index) => (
          <li key={product.id} className={classes.product}>
            <span className={classes.place}>{index + 1}</span>
            <PreviewedRow product={product} />
            {pin !== null && <span className={classes.mark}>Pinned</span>}
            {boost !== null && <span className={classes.mark}>Boosted +{boost}</span>}
          </li>
        ))}
        {hidden.map((product) => (
          <li key={product.id} className={`${classes.product} ${classes.gone}`}>
            <span className={classes.place} />
            <PreviewedRow product={product} />
            <span className={classes.mark} data-kind="hidden">
              Hidden
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A product of a preview: its picture, title, price, stock, and its id, which tells variants of one title apart. */
export function PreviewedRow({ product }: { readonly product: ProductRow }) {
  const { title, external_id: externalId, image_url: url, price, currency, in_stock: isInStock } = product;
  return (
    <>
      <ProductPicture url={url} size={40} />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.detail}>
          {formatPrice(price, currency)} · {externalId}
          {!isInStock && <span className={classes.out}> · Out of stock</span>}
        </span>
      </span>
    </>
  );
}
