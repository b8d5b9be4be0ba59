// Tests: test/browser/dashboard-phrase-groups.test.ts.
import { Anchor, Button, Group, Skeleton, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import type { ReviewedPhraseBody } from '../../../../contract/phrase-review.ts';
import type { PhraseVerdict } from '../../../../contract/words/phrase-patterns.ts';
import { usePages } from '../../api/call.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { Settling } from '../../parts/settling.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfPattern, wordsOfVerdict } from '../../words/patterns.ts';
import { DecideDialog, type PlannedDecision } from './decide-dialog.tsx';
import classes from './phrases.module.css';

const route = getRouteApi('/stores/$storeId/phrases');
const typingPauseMs = 250;
const pagePhrases = 40;

interface PhraseSearchProps {
  readonly q: string;
  /** Only phrases of this pattern; blank: all. */
  readonly pattern: string;
}

/**
 * Searches single phrases by words of theirs or of their products' titles (`GET /phrases`). Editors decide about all that
 * have the words, or about the whole pattern. The search is in the address.
 */
export function PhraseSearch({ q, pattern }: PhraseSearchProps) {
  const { storeId, may } = useStore();
  const [planned, setPlanned] = useState<PlannedDecision | null>(null);
  const list = usePages(
    storeId,
    'GET /phrases',
    {},
    { query: { q, pattern }, limit: pagePhrases, keepsPrevious: true },
  );
  const phrases = list.data?.pages.flatMap((page) => page.phrases) ?? [];
  const plan = (verdict: PhraseVerdict) =>
    setPlanned(
      q.trim() === ''
        ? { verdict, subject: wordsOfPattern(pattern), group: { patterns: [pattern] } }
        : { verdict, subject: `all phrases with “${q}”`, group: { words: q } },
    );
  const isGroup = (q.trim() !== '') !== (pattern !== '');
  return (
    <Panel title={pattern === '' ? 'Single phrases' : wordsOfPattern(pattern)} flush>
      <Group px={20} pb="md" gap="sm" align="flex-end">
        <SearchField key={pattern} q={q} pattern={pattern} />
        {may('editor') && isGroup && phrases.length > 0 && (
          <>
            <Button size="sm" variant="light" onClick={() => plan('approved')}>
              Approve all of these
            </Button>
            <Button size="sm" variant="default" onClick={() => plan('refused')}>
              Refuse all of these
            </Button>
          </>
        )}
      </Group>
      {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={220} m="md" />}
      {list.isSuccess && (
        <Settling isStale={list.isPlaceholderData}>
          {phrases.length === 0 ? (
            <NothingFound isMore={list.hasNextPage} />
          ) : (
            <PhraseTable phrases={phrases} />
          )}
        </Settling>
      )}
      <MoreButton list={list} label={phrases.length > 0 ? 'Show more phrases' : 'Look further'} p="md" />
      {planned !== null && (
        <DecideDialog planned={planned} onClose={() => setPlanned(null)} onDone={() => setPlanned(null)} />
      )}
    </Panel>
  );
}

/** A search looks through a part of the products at a time, so an empty answer may have more behind it. */
function NothingFound({ isMore }: { readonly isMore: boolean }) {
  if (isMore) {
    return (
      <EmptyNote icon="search" title="Nothing found so far">
        Only a part of the products was searched. Look further, or search for other words.
      </EmptyNote>
    );
  }
  return (
    <EmptyNote icon="search" title="No matches">
      No phrase, and no title of a product with phrases, has words that begin like this. Products that a
      person decided about are under “By product”.
    </EmptyNote>
  );
}

function SearchField({ q, pattern }: PhraseSearchProps) {
  const navigate = route.useNavigate();
  const [text, setText] = useState(q);
  const search = useDebouncedCallback((wanted: string) => {
    void navigate({ search: { q: wanted, ...(pattern !== '' && { pattern }) }, replace: true });
  }, typingPauseMs);
  return (
    <TextInput
      aria-label="Search phrases and titles"
      placeholder="Search phrases and titles"
      leftSection={<Icon name="search" size={16} />}
      type="search"
      className={classes.search}
      maxLength={limits.queryMaxLength}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        search(value);
      }}
    />
  );
}

const columns = [{ label: 'Phrase' }, { label: 'Product' }, { label: 'Decision', width: 150 }];

function PhraseTable({ phrases }: { readonly phrases: readonly ReviewedPhraseBody[] }) {
  const { storeId } = useStore();
  return (
    <StackedTable name="Phrases" columns={columns} verticalSpacing={10}>
      {phrases.map(({ external_id: externalId, phrase, is_shown: isShown, verdict, ...one }) => (
        <Table.Tr key={`${externalId} ${phrase}`}>
          <StackedCell>
            <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {phrase}
            </Text>
            <Text size="xs" c="dimmed">
              {wordsOfPattern(one.pattern)}
              {isShown ? '' : ', only searched'}
            </Text>
          </StackedCell>
          <StackedCell label="Product">
            <Group gap="xs" wrap="nowrap">
              <ProductPicture url={one.image_url} size={32} />
              <Anchor
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
                renderRoot={(props) => (
                  <Link
                    to="/stores/$storeId/products/$externalId"
                    params={{ storeId, externalId }}
                    {...props}
                  />
                )}
              >
                {one.title}
              </Anchor>
            </Group>
          </StackedCell>
          <StackedCell label="Decision">
            {verdict === null ? (
              <StateMark tone="live">Not decided</StateMark>
            ) : (
              <StateMark tone={wordsOfVerdict({ verdict }).tone}>
                {wordsOfVerdict({ verdict }).label}
              </StateMark>
            )}
          </StackedCell>
        </Table.Tr>
      ))}
    </StackedTable>
  );
}
