// Tests: test/browser/dashboard-phrases.test.ts.
import { Skeleton, Stack, Text } from '@mantine/core';
import type { PhrasesBody } from '../../../../contract/enrichment.ts';
import { useRead } from '../../api/call.ts';
import { queuePauseMs } from '../../api/poll.ts';
import { Ago } from '../../parts/ago.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PhraseList } from '../../parts/phrase-list.tsx';
import { ProductType } from '../../parts/product-type.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { nothingToAdd, wordsOfDropped, wordsOfOrigin, wordsOfState } from '../../words/phrases.ts';
import { DecisionButtons } from '../phrases/decision-buttons.tsx';

interface PhrasesPanelProps {
  readonly externalId: string;
  readonly title: string;
  /** A phrase to add. */
  readonly added?: string | undefined;
}

/**
 * Shows the type and phrases of a product, where they come from, or why it has none (`GET
 * /products/:external_id/phrases`, read again while they are written). Editors can decide on them and edit them. / A
 * failed read shows the reason, and a button to try again.
 */
export function PhrasesPanel({ externalId, title, added }: PhrasesPanelProps) {
  const { storeId, may } = useStore();
  const { data, ...answer } = useRead(
    storeId,
    'GET /products/:external_id/phrases',
    { params: { external_id: externalId } },
    { pollEvery: (read) => queuePauseMs(read?.phrases.enrichment.status === 'waiting') },
  );
  const phrases = data?.phrases;
  return (
    <Panel title="Type and phrases" lead="What the product is, and what shoppers may type to find it.">
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={96} />}
      {phrases !== undefined && (
        <Stack gap="md">
          <State phrases={phrases} />
          <Type phrases={phrases} />
          <PhraseList title="Shown as suggestions" phrases={phrases.suggestion_phrases} />
          <PhraseList title="Only searched" phrases={phrases.search_phrases} />
          {phrases.proposed !== null && <Proposed proposed={phrases.proposed} />}
          {may('editor') && <DecisionButtons product={{ ...phrases, title }} added={added} />}
        </Stack>
      )}
    </Panel>
  );
}

function State({ phrases }: { readonly phrases: PhrasesBody }) {
  const { tone, label } = wordsOfState(phrases.state);
  const origin = wordsOfOrigin(phrases);
  const dropped = wordsOfDropped(phrases.dropped);
  const { reason, error } = phrases.enrichment;
  const hasPhrases = phrases.suggestion_phrases.length + phrases.search_phrases.length > 0;
  return (
    <div>
      <StateMark tone={tone}>{label}</StateMark>
      {origin !== null && phrases.generated_at !== null && (
        <Text size="sm" c="dimmed">
          {origin}, <Ago at={phrases.generated_at} />
        </Text>
      )}
      {dropped !== null && (
        <Text size="sm" c="dimmed">
          {dropped}
        </Text>
      )}
      {reason !== null && <Text size="sm">{reason}</Text>}
      {error !== null && (
        <Text size="sm" c="var(--bad)">
          {error}
        </Text>
      )}
      {phrases.state === 'generated' && !hasPhrases && (
        <Text size="sm" c="dimmed">
          {nothingToAdd}
        </Text>
      )}
      {phrases.state === 'none' && (
        <Text size="sm" c="dimmed">
          Until it has some, they are made from its title, brand and category.
        </Text>
      )}
    </div>
  );
}

function Type({ phrases: { type, reviewed_by: reviewedBy } }: { readonly phrases: PhrasesBody }) {
  if (type !== null) return <ProductType type={type} reviewedBy={reviewedBy} />;
  return (
    <Text size="sm" c="dimmed">
      Its type is not known. It can still be found by its title, brand and category.
    </Text>
  );
}

function Proposed({ proposed }: { readonly proposed: NonNullable<PhrasesBody['proposed']> }) {
  return (
    <Stack gap="sm">
      <PhraseList
        title="Generated, not used: what it is"
        phrases={proposed.type === null ? [] : [proposed.type.name]}
      />
      <PhraseList title="Generated, not used: suggestions" phrases={proposed.suggestion_phrases} />
      <PhraseList title="Generated, not used: only searched" phrases={proposed.search_phrases} />
    </Stack>
  );
}
