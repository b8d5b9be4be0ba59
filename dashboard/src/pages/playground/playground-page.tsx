import { NativeSelect, Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { usePlayground } from '../../api/playground.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { Phone } from './phone.tsx';
import classes from './playground.module.css';
import { RankingPanel } from './ranking-panel.tsx';
import { WhyPanel } from './why-panel.tsx';

const route = getRouteApi('/stores/$storeId/playground');
const limitChoices = [3, 5, 6, 8, 10, 20].map((limit) => ({ value: `${limit}`, label: `${limit} products` }));

/** The dropdown as a shopper sees it, and why it looks so. The query stands in the address. */
export function PlaygroundPage() {
  const { storeId } = useStore();
  const { q: asked = '', product } = route.useSearch();
  const navigate = useNavigate();
  const [q, setText] = useState(asked);
  const [limit, setLimit] = useState<number>(limits.autocompleteLimitDefault);
  const answer = usePlayground(storeId, q, limit);
  const setQuery = (next: string) => {
    setText(next);
    void navigate({
      to: '/stores/$storeId/playground',
      params: { storeId },
      search: (search) => ({ ...search, q: next }),
      replace: true,
    });
  };
  return (
    <>
      <PageHeader
        title="Playground"
        lead="Type like a shopper. Nothing here is counted, and every answer is fresh."
        actions={
          <NativeSelect
            aria-label="How many products are shown"
            data={limitChoices}
            value={`${limit}`}
            onChange={(event) => setLimit(Number(event.currentTarget.value))}
          />
        }
      />
      <div className={classes.columns}>
        <Phone q={q} onQuery={setQuery} answer={answer.data?.answer ?? null} />
        <Stack gap="lg" miw={0}>
          {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
          {answer.data !== undefined && <RankingPanel answer={answer.data.answer} />}
          <WhyPanel q={q} initial={product ?? null} />
          {answer.data !== undefined && <AnswerPanel played={answer.data} />}
        </Stack>
      </div>
    </>
  );
}
