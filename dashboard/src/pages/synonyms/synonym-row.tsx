// Tests: test/browser/dashboard-synonyms.test.ts.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { SynonymRule } from '../../../../contract/synonyms.ts';
import { useChange, useDryRun } from '../../api/call.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { searchAddress } from '../../words/search-address.ts';
import { wordsOfSynonym } from '../../words/synonyms.ts';
import { SynonymForm } from './synonym-form.tsx';
import classes from './synonyms.module.css';

/** One synonym: its words, what it changes, and for editors ways to change and remove it (`PATCH /searches`). */
export function SynonymRow({ rule }: { readonly rule: SynonymRule }) {
  const { storeId, may } = useStore();
  const [isOpen, setOpen] = useState(false);
  const [isEdited, setEdited] = useState(false);
  const change = useChange(storeId, 'PATCH /searches');
  const replaceBy = (after: readonly SynonymRule[]) =>
    change.mutateAsync({ body: { synonyms: { before: [rule], after, place: null } } });
  const words = wordsOfSynonym(rule);
  if (isEdited) {
    return (
      <li className={classes.rule}>
        <SynonymForm
          initial={rule}
          saveLabel="Save"
          onSave={(after) => replaceBy([after]).then(() => setEdited(false))}
          onCancel={() => setEdited(false)}
        />
      </li>
    );
  }
  return (
    <li className={classes.rule}>
      <Group justify="space-between" gap="sm">
        <Text fw={500} className={classes.words ?? ''} dir="auto">
          {words}
        </Text>
        <Group gap={4}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={`What it changes: ${words}`}
            onClick={() => setOpen(!isOpen)}
          >
            What it changes
          </Button>
          {may('editor') && (
            <>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Edit: ${words}`}
                onClick={() => setEdited(true)}
              >
                Edit
              </Button>
              <ConfirmButton
                label="Remove"
                ariaLabel={`Remove: ${words}`}
                size="compact-sm"
                title="Remove the synonym?"
                confirmLabel="Remove it"
                isPending={change.isPending}
                onConfirm={() => void replaceBy([]).catch(noticeFailure)}
              >
                Searches then find only products that hold the typed word itself.
              </ConfirmButton>
            </>
          )}
        </Group>
      </Group>
      {isOpen && <Effect rule={rule} />}
    </li>
  );
}

/** The products that the first word of a synonym finds only by it (`POST /searches/preview`). */
function Effect({ rule }: { readonly rule: SynonymRule }) {
  const { storeId } = useStore();
  const [query = ''] = 'terms' in rule ? rule.terms : rule.from;
  const preview = useDryRun(storeId, 'POST /searches/preview', {
    body: { query, change: { rule: null, synonyms: { before: [rule], after: [], place: null } } },
  });
  if (preview.isError) return <FailureNote error={preview.error} />;
  const { before, after } = preview.data ?? { before: null, after: null };
  if (before === null || after === null) return <Text size="sm">Looking …</Text>;
  const without = new Set(after.products.map(({ product }) => product.id));
  const gained = before.products.filter(({ product }) => !without.has(product.id));
  return (
    <div className={classes.effect} role="status">
      <Text size="sm">
        {gained.length === 0 ? (
          <>The first ten products for “{query}” are the same without it. </>
        ) : (
          <>
            {gained.length} of the first {before.products.length} products for “{query}” are found only by it.{' '}
          </>
        )}
        <TextLink underline="always" {...searchAddress(storeId, query)}>
          See all of “{query}”
        </TextLink>
      </Text>
      <ul className={classes.products}>
        {gained.slice(0, 5).map(({ product }) => (
          <li key={product.id}>
            <ProductPicture url={product.image_url} size={36} />
            <span>{product.title}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
