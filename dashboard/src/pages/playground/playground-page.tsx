// Tests: test/browser/dashboard.test.ts.
import { Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useRead } from '../../api/call.ts';
import { useWidget } from '../../api/widget.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { defaultLook, type Look, lookAttributes } from '../../parts/look.ts';
import { LookBar } from '../../parts/look-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { WidgetPreview } from '../../parts/widget-preview.tsx';
import { useStore } from '../../shell/current-store.ts';
import { embedLine } from '../../words/embed.ts';
import { AnswerPanel } from './answer-panel.tsx';
import classes from './playground.module.css';
import { RankingPanel } from './ranking-panel.tsx';
import { WhyPanel } from './why-panel.tsx';

const route = getRouteApi('/stores/$storeId/playground');

/**
 * Shows the widget as a shopper sees it, and why its answers look this way (`GET /playground`, never cached and never
 * counted). The query is in the address, so that it can be passed on. For all members. / A failed read shows the
 * reason, and a button to try again.
 */
export function PlaygroundPage() {
  const { storeId } = useStore();
  const { q: asked = '', product } = route.useSearch();
  const navigate = useNavigate();
  const [q, setText] = useState(asked);
  const [look, setLook] = useState<Look>(defaultLook);
  const options = { query: { q, limit: look.limit }, keepsPrevious: true, staleMs: 0 };
  const answer = useRead(storeId, 'GET /playground', {}, options);
  const setQuery = useCallback(
    (next: string) => {
      setText(next);
      void navigate({
        to: '/stores/$storeId/playground',
        params: { storeId },
        search: (search) => ({ ...search, q: next }),
        replace: true,
      });
    },
    [navigate, storeId],
  );
  return (
    <>
      <PageHeader
        title="Playground"
        lead="Type like a shopper. This is the widget itself; nothing here is counted, and every answer is fresh."
      />
      <LookBar look={look} onLook={setLook} />
      <div className={classes.columns} data-screen={look.screen}>
        <WidgetPreview storeId={storeId} look={look} q={q} onQuery={setQuery} />
        <Stack gap="lg" miw={0}>
          {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
          {answer.data !== undefined && <RankingPanel answer={answer.data.answer} />}
          <WhyPanel q={q} initial={product ?? null} />
          <LinePanel look={look} />
          {answer.data !== undefined && <AnswerPanel played={answer.data} />}
        </Stack>
      </div>
    </>
  );
}

/** The line that brings the chosen look into a shop. */
function LinePanel({ look }: { readonly look: Look }) {
  const origin = useWidget().data?.origin ?? location.origin;
  return (
    <Panel
      title="This look in your shop"
      lead="Language and colours follow the page: its lang attribute and its color-scheme."
    >
      <CodeBlock label="the line for this look" text={embedLine(origin, 'ft_pk_…', lookAttributes(look))} />
    </Panel>
  );
}
