// Tests: test/browser/dashboard-ranking.test.ts.
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { RankingBody } from '../../../../contract/ranking.ts';
import type { RankingSettings } from '../../../../contract/words/ranking.ts';
import { useChange, useReadAgain } from '../../api/call.ts';
import { fieldMessages, messageOf, RequestFailure } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { keepUndo, readUndo } from '../../parts/kept-undo.ts';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { PublishBar } from '../../parts/publish-bar.tsx';
import { useStore } from '../../shell/current-store.ts';

/** The settings before a publication, and when that was. */
interface Undo {
  readonly settings: RankingSettings;
  readonly updatedAt: string | null;
}

interface PublicationProps {
  /** What was published when the draft began. */
  readonly base: RankingBody;
  /** What is published as far as it was read. */
  readonly published: RankingBody;
  /** What the draft changes, in words; null without a draft. */
  readonly change: string | null;
  /** The settings of the draft; null while a boost is unfinished. */
  readonly next: RankingSettings | null;
  /** Why the draft was not published; null if it was not refused. */
  readonly refusal: unknown;
  /** Whether a person tried to publish. */
  readonly isTried: boolean;
  readonly onRefused: (error: unknown) => void;
  readonly onTried: () => void;
  /** Called once the draft is published, discarded or undone. */
  readonly onDone: () => void;
}

/**
 * Publishes a draft of the ranking settings, and takes the last publication back, after a reload too (`PUT /ranking`). What a colleague
 * has changed meanwhile is not overwritten: it says so, and offers to show it.
 */
export function Publication(props: PublicationProps) {
  const { base, published, change, next, refusal, isTried, onRefused, onTried, onDone } = props;
  const { storeId } = useStore();
  const publish = useChange(storeId, 'PUT /ranking');
  const readAgain = useReadAgain(storeId);
  const name = `ranking ${storeId}`;
  const fits = (kept: Undo) => kept.updatedAt === published.updated_at;
  const [undo, setUndo] = useState(() => readUndo(name, fits));
  const remember = (kept: Undo | null) => {
    setUndo(kept);
    keepUndo(name, kept);
  };
  const send = ({ hide_out_of_stock, boosts }: RankingSettings, seen: string | null) =>
    publish.mutateAsync({ body: { hide_out_of_stock, boosts, updated_at: seen } });
  const publishDraft = () => {
    onTried();
    if (next === null) return;
    const settings = { hide_out_of_stock: base.hide_out_of_stock, boosts: base.boosts };
    send(next, base.updated_at).then(({ updated_at: updatedAt }) => {
      remember({ settings, updatedAt });
      onDone();
    }, onRefused);
  };
  const takeBack = ({ settings, updatedAt }: Undo) =>
    send(settings, updatedAt).then(
      () => {
        remember(null);
        noticeDone('The change was undone. Shoppers see the earlier order now.');
        onDone();
      },
      (error: unknown) => {
        noticeFailure(error);
        void readAgain();
      },
    );
  return (
    <PublishBar
      draft={change}
      loss="Your changes to the ranking are lost."
      isPending={publish.isPending}
      onDiscard={onDone}
      onPublish={publishDraft}
      onUndo={undo !== null && fits(undo) ? () => void takeBack(undo) : null}
    >
      {isTried && next === null && <FormFault>Not published: see what is marked above.</FormFault>}
      {refusal !== null && <Refusal error={refusal} onReload={() => void readAgain().then(onDone)} />}
    </PublishBar>
  );
}

interface RefusalProps {
  readonly error: unknown;
  readonly onReload: () => void;
}

/** Says why a draft was not published; faults of boosts are shown at the boosts. */
function Refusal({ error, onReload }: RefusalProps) {
  if (!(error instanceof RequestFailure && error.code === 'conflict')) {
    const isPlaced = Object.keys(fieldMessages(error)).length > 0;
    return <FormFault>{isPlaced ? 'Not published: see what is marked above.' : messageOf(error)}</FormFault>;
  }
  return (
    <Stack gap={8} align="start">
      <FormFault>Somebody has changed the ranking since you began. Nothing was published.</FormFault>
      <Button variant="default" size="xs" onClick={onReload}>
        Show the present settings, without my changes
      </Button>
    </Stack>
  );
}
