// Tests: test/browser/dashboard-query.test.ts.
import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { SearchChange, SearchSettings } from '../../../../contract/searches.ts';
import { useChange, useDryRun, useReadAgain } from '../../api/call.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { keepUndo, readUndo } from '../../parts/kept-undo.ts';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { PublishBar } from '../../parts/publish-bar.tsx';
import { Settling } from '../../parts/settling.tsx';
import { useStore } from '../../shell/current-store.ts';
import { isFitting } from './fitting-undo.ts';
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
  /** Called once shoppers see a change. */
  readonly onPublished: () => void;
}

/** A draft, and what was published when it began: a colleague's later change is a conflict and is not overwritten. */
interface BegunDraft {
  readonly base: SearchSettings;
  readonly draft: SearchDraft;
}

/**
 * The products of a query with their reasons, and the rule and synonyms of the query, which editors change together: the list shows
 * what a change would do (`POST /searches/preview`), one button publishes it (`PATCH /searches`), and one takes it back.
 */
export function Workbench({ q, settings, onDirty, onPublished }: WorkbenchProps) {
  const { storeId, may } = useStore();
  const [begun, setBegun] = useState<BegunDraft | null>(null);
  const { base, draft } = begun ?? { base: settings, draft: draftOf(settings) };
  const setDraft = (next: SearchDraft) => setBegun({ base, draft: next });
  const change = changeOf(q, base, draft);
  const isDirty = change !== null;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const publish = useChange(storeId, 'PATCH /searches');
  const [asked] = useDebouncedValue(JSON.stringify({ query: q, change }), changePauseMs);
  const preview = useDryRun(storeId, 'POST /searches/preview', {
    body: JSON.parse(asked) as { readonly query: string; readonly change: SearchChange | null },
  });
  const isStale = preview.isPlaceholderData || asked !== JSON.stringify({ query: q, change });
  const found = preview.data ?? null;
  return (
    <>
      <Panel
        title={q === '' ? 'Products' : 'Products, and why they come in this order'}
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
            <div inert={publish.isPending}>
              <ResultList q={q} found={found} draft={draft} onDraft={setDraft} />
            </div>
          </Settling>
        )}
      </Panel>
      <div inert={publish.isPending}>
        <SettingsPanel
          q={q}
          settings={settings}
          draft={draft}
          found={found?.after ?? found?.before ?? null}
          onDraft={setDraft}
        />
      </div>
      {may('editor') && (
        <Publication
          key={q}
          q={q}
          settings={settings}
          draft={draft}
          change={change}
          publish={publish}
          onDone={() => setBegun(null)}
          onPublished={onPublished}
        />
      )}
    </>
  );
}

interface PublicationProps extends Pick<WorkbenchProps, 'q' | 'settings'> {
  readonly draft: SearchDraft;
  /** Null if there is nothing to publish. */
  readonly change: SearchChange | null;
  readonly publish: ReturnType<typeof useChange<'PATCH /searches'>>;
  /** Called once the draft is published, discarded or undone. */
  readonly onDone: () => void;
  readonly onPublished: () => void;
}

/**
 * Publishes a draft or discards it, and takes the last published change back, after a reload too.
 */
function Publication({ q, settings, draft, change, publish, onDone, onPublished }: PublicationProps) {
  const { storeId } = useStore();
  const readAgain = useReadAgain(storeId);
  const name = `${storeId} ${q}`;
  const [undo, setUndo] = useState(() => readUndo<SearchChange>(name, (kept) => isFitting(kept, settings)));
  const send = (body: SearchChange, isUndo: boolean) =>
    publish.mutateAsync({ body }).then(
      (done) => {
        if (isUndo) noticeDone('The change was undone. Shoppers see the earlier version now.');
        const next = isUndo ? null : done.undo;
        setUndo(next);
        keepUndo(name, next);
        onDone();
        onPublished();
      },
      (error: unknown) => {
        noticeFailure(error);
        // What a colleague has changed is shown once the draft is discarded.
        void readAgain();
      },
    );
  return (
    <PublishBar
      draft={change === null ? null : summarizeDraft(draft)}
      loss="Your changes to this query are lost."
      isPending={publish.isPending}
      onDiscard={onDone}
      onPublish={() => change !== null && void send(change, false)}
      onUndo={undo === null ? null : () => void send(undo, true)}
    />
  );
}
