// Tests: test/browser/dashboard-ranking.test.ts.
import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RankingBody } from '../../../../contract/ranking.ts';
import { useRead } from '../../api/call.ts';
import { isDamage } from '../../api/poll.ts';
import { fieldMessages } from '../../api/request.ts';
import { DamageNote } from '../../parts/damaged-settings.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import rules from '../rules/rules.module.css';
import { BoostPanel } from './boost-panel.tsx';
import { MovesPanel } from './moves-panel.tsx';
import { Publication } from './publication.tsx';
import {
  draftOfRanking,
  finishedOf,
  type RankingDraft,
  settingsOf,
  summarizeChange,
} from './ranking-draft.ts';
import { useRankingPreview } from './use-ranking-preview.ts';

/**
 * The ranking settings of the store (`GET /ranking`): whether what is out of stock is hidden, and boosts for all searches. Editors
 * change them and see what moves before they publish. Settings that cannot be read are a note by which editors start again.
 */
export function RankingPage() {
  const { storeId } = useStore();
  const answer = useRead(storeId, 'GET /ranking', {});
  return (
    <>
      <PageHeader
        title="Ranking"
        lead={
          <>
            What counts for every search. For a single search, write a{' '}
            <TextLink to="/stores/$storeId/rules" params={{ storeId }}>
              rule
            </TextLink>
            .
          </>
        }
      />
      {isDamage(answer.error) && <DamageNote what="ranking settings" error={answer.error} />}
      {answer.isError && !isDamage(answer.error) && (
        <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && <Skeleton h={320} radius="lg" />}
      {answer.data !== undefined && !answer.isError && <Ranking key={storeId} settings={answer.data} />}
    </>
  );
}

/** A draft, and what was published when it began: a colleague's later change is a conflict and is not overwritten. */
interface BegunDraft {
  readonly base: RankingBody;
  readonly draft: RankingDraft;
}

function Ranking({ settings }: { readonly settings: RankingBody }) {
  const { storeId, may } = useStore();
  const [begun, setBegun] = useState<BegunDraft | null>(null);
  const [openKey, setOpenKey] = useState<number | null>(null);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const { base, draft } = begun ?? { base: settings, draft: draftOfRanking(settings) };
  const change = summarizeChange(base, draft);
  const preview = useRankingPreview(storeId, change === null ? null : settingsOf(draft));
  const setDraft = (next: RankingDraft) => {
    setBegun({ base, draft: next });
    setRefusal(null);
  };
  const end = () => {
    setBegun(null);
    setOpenKey(null);
    setTried(false);
    setRefusal(null);
  };
  const isUnfinished = finishedOf(draft).length < draft.boosts.length;
  return (
    <Stack gap="lg">
      <div className={rules.editor}>
        <Stack gap="lg">
          <BoostPanel
            draft={draft}
            openKey={openKey}
            isTried={isTried}
            faults={fieldMessages(refusal ?? preview.error)}
            counts={preview.found?.boosted_products ?? null}
            onOpen={setOpenKey}
            onChange={setDraft}
          />
          <Panel title="Products that are out of stock">
            <StockChoice draft={draft} onChange={setDraft} />
          </Panel>
        </Stack>
        {may('editor') && (
          <div className={rules.preview}>
            <MovesPanel preview={preview} isChanged={change !== null} />
          </div>
        )}
      </div>
      {may('editor') && (
        <Publication
          base={base}
          published={settings}
          change={change}
          next={isUnfinished ? null : settingsOf(draft)}
          refusal={refusal}
          isTried={isTried}
          onRefused={setRefusal}
          onTried={() => setTried(true)}
          onDone={end}
        />
      )}
    </Stack>
  );
}

interface StockChoiceProps {
  readonly draft: RankingDraft;
  readonly onChange: (draft: RankingDraft) => void;
}

function StockChoice({ draft, onChange }: StockChoiceProps) {
  const { may } = useStore();
  if (!may('editor')) {
    return <Text size="sm">{draft.hides ? 'They are hidden from shoppers.' : 'They come last.'}</Text>;
  }
  return (
    <Checkbox
      label="Hide them from shoppers"
      description="Otherwise they come last. They are found again as soon as their stock returns."
      checked={draft.hides}
      onChange={({ currentTarget: { checked } }) => onChange({ ...draft, hides: checked })}
    />
  );
}
