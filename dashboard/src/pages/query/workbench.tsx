// Tests: test/browser/dashboard-query.test.ts.
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { SearchChange, SearchSettings } from '../../../../contract/searches.ts';
import { useChange, useDryRun } from '../../api/call.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { LeavingDialog } from '../../parts/leaving-dialog.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { Settling } from '../../parts/settling.tsx';
import { useStore } from '../../shell/current-store.ts';
import classes from './query.module.css';
import { ResultList } from './result-list.tsx';
import { changeOf, draftOf, type SearchDraft, summarizeDraft } from './search-draft.ts';
import { SettingsPanel } from './settings-panel.tsx';

/** The pause after the last change before the answer is asked for again, in ms. Chosen: long enough to press a key twice. */
const changePauseMs = 200;

interface WorkbenchProps {
  readonly q: string;
  readonly settings: SearchSettings;
  /** Reports whether the draft differs from what is published. */
  readonly onDirty: (isDirty: boolean) => void;
}

/**
 * The products of a query with their reasons, and the rule and synonyms of the query, which editors change together: the list shows
 * what a change would do (`POST /searches/preview`), one button publishes it (`PATCH /searches`), and one takes it back.
 */
export function Workbench({ q, settings, onDirty }: WorkbenchProps) {
  const { storeId, may } = useStore();
  const [draft, setDraft] = useState<SearchDraft | null>(null);
  const shown = draft ?? draftOf(settings);
  const change = changeOf(q, settings, shown);
  const isDirty = change !== null;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const [asked] = useDebouncedValue(JSON.stringify({ query: q, change }), changePauseMs);
  const preview = useDryRun(storeId, 'POST /searches/preview', {
    body: JSON.parse(asked) as { readonly query: string; readonly change: SearchChange | null },
  });
  const isStale = preview.isPlaceholderData || asked !== JSON.stringify({ query: q, change });
  const found = preview.data ?? null;
  return (
    <>
      <Panel
        title={q === '' ? 'Products' : 'Products and why they stand here'}
        lead={
          may('editor')
            ? 'Drag a product up to pin it, or use its buttons. Shoppers see a change once you publish it.'
            : 'Editors of the store can change this order.'
        }
        flush
      >
        {preview.isError && <FailureNote error={preview.error} title="No answer" />}
        {preview.isPending && <Skeleton h={320} m="md" />}
        {found !== null && !preview.isError && (
          <Settling isStale={isStale}>
            <ResultList q={q} found={found} draft={shown} onDraft={setDraft} />
          </Settling>
        )}
      </Panel>
      <SettingsPanel
        q={q}
        settings={settings}
        draft={shown}
        found={found?.after ?? found?.before ?? null}
        onDraft={setDraft}
      />
      {may('editor') && (
        <PublishBar key={q} draft={shown} change={change} onPublished={() => setDraft(null)} />
      )}
    </>
  );
}

interface PublishBarProps {
  readonly draft: SearchDraft;
  /** Null if there is nothing to publish. */
  readonly change: SearchChange | null;
  /** Called once the draft is published, discarded or taken back. */
  readonly onPublished: () => void;
}

/** Publishes a draft or discards it, and takes the last published change back. It stays in sight while there is a draft. */
function PublishBar({ draft, change, onPublished }: PublishBarProps) {
  const { storeId } = useStore();
  const publish = useChange(storeId, 'PATCH /searches');
  const [undo, setUndo] = useState<SearchChange | null>(null);
  const send = (body: SearchChange, isUndo: boolean) =>
    publish.mutateAsync({ body }).then(
      (done) => {
        setUndo(isUndo ? null : done.undo);
        onPublished();
      },
      (error: unknown) => noticeFailure(error),
    );
  if (change === null && undo === null) return null;
  return (
    <section className={classes.publish} aria-label="Publish" aria-live="polite">
      {change === null ? (
        <Text size="sm">Published. Shoppers see it now.</Text>
      ) : (
        <Text size="sm">
          <b>Not published yet:</b> {summarizeDraft(draft)}
        </Text>
      )}
      <Group gap="xs">
        {change === null && undo !== null && (
          <Button variant="default" loading={publish.isPending} onClick={() => void send(undo, true)}>
            Undo
          </Button>
        )}
        {change !== null && (
          <>
            <LeavingDialog title="Leave without publishing?">
              Your changes to this query are lost.
            </LeavingDialog>
            <Button variant="default" onClick={onPublished}>
              Discard
            </Button>
            <Button loading={publish.isPending} onClick={() => void send(change, false)}>
              Publish
            </Button>
          </>
        )}
      </Group>
    </section>
  );
}
