// Tests: test/browser/dashboard-synonyms.test.ts.
import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SynonymRule } from '../../../../contract/synonyms.ts';
import { useChange, useRead } from '../../api/call.ts';
import { isDamage } from '../../api/poll.ts';
import { DamagedSettings } from '../../parts/damaged-settings.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { wordsOfSynonym } from '../../words/synonyms.ts';
import { SynonymForm } from './synonym-form.tsx';
import { SynonymRow } from './synonym-row.tsx';
import classes from './synonyms.module.css';

/** Rules that the page shows at once; a search finds the others. */
const shownRules = 50;

/**
 * Lists the synonyms of the store (`GET /synonyms`), with what each changes. Editors add, change and remove them (`PATCH /searches`). A
 * failed read shows the reason, and a button to try again.
 */
export function SynonymsPage() {
  const { storeId, may } = useStore();
  const answer = useRead(storeId, 'GET /synonyms', {});
  const [isAdding, setAdding] = useState(false);
  const add = useChange(storeId, 'PATCH /searches');
  const save = (rule: SynonymRule) =>
    add
      .mutateAsync({ body: { synonyms: { before: [], after: [rule], place: null } } })
      .then(() => setAdding(false));
  const rules = answer.data?.synonyms;
  return (
    <>
      <PageHeader
        title="Synonyms"
        lead="Words that shoppers use for the same thing. A search for one also finds the others."
        actions={
          may('editor') && (
            <Button
              disabled={isAdding}
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => setAdding(true)}
            >
              New synonym
            </Button>
          )
        }
      />
      <Stack gap="lg">
        <DamagedSettings />
        {answer.isError && !isDamage(answer.error) && (
          <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />
        )}
        {isAdding && (
          <Panel title="New synonym">
            <SynonymForm
              initial={{ from: [], to: [] }}
              saveLabel="Add"
              onSave={save}
              onCancel={() => setAdding(false)}
            />
          </Panel>
        )}
        {answer.isPending && <Skeleton h={220} radius="lg" />}
        {rules !== undefined && <RuleList rules={rules} />}
        {answer.data?.common === true && (
          <p className={classes.common}>
            General words of retail in the language of the store, such as those for a television, are synonyms
            already.
          </p>
        )}
      </Stack>
    </>
  );
}

function RuleList({ rules }: { readonly rules: readonly SynonymRule[] }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = rules.filter((rule) => wordsOfSynonym(rule).toLowerCase().includes(wanted));
  if (rules.length === 0) {
    return (
      <EmptyNote icon="phrases" title="No synonyms yet">
        Searches without a result are a good start: open one of them under “What shoppers search”.
      </EmptyNote>
    );
  }
  return (
    <Panel
      title={countOf(rules.length, 'synonym')}
      flush
      actions={
        <TextInput
          aria-label="Find a synonym"
          placeholder="Find a word"
          type="search"
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
      }
    >
      <ul className={classes.rules}>
        {found.slice(0, shownRules).map((rule) => (
          <SynonymRow key={JSON.stringify(rule)} rule={rule} />
        ))}
      </ul>
      {found.length > shownRules && (
        <p className={classes.more}>
          {countOf(found.length - shownRules, 'further synonym')}: type a word of theirs above.
        </p>
      )}
      {found.length === 0 && <p className={classes.more}>No synonym has these words.</p>}
    </Panel>
  );
}
