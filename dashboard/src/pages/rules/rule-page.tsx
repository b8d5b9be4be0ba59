// Tests: test/browser/dashboard-merchandising.test.ts.
import { Anchor, Button, Skeleton } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MerchandisingRule, RuleInput } from '../../../../contract/words/merchandising.ts';
import { useChange, useRead, useReadAgain } from '../../api/call.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { queryWordsOf } from '../../words/merchandising.ts';
import { blankRule, draftOfRule } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';

const route = getRouteApi('/stores/$storeId/rules/$ruleId');

/**
 * Changes or deletes a rule (`PATCH /searches`), for editors. Where the rule is gone it says so, unless it was
 * open: what a person writes is kept. A refusal is shown in the form.
 */
export function RulePage() {
  const { ruleId } = route.useParams();
  return <RuleFrame key={ruleId} ruleId={ruleId} />;
}

/** Creates a rule (`PATCH /searches`), for editors. */
export function NewRulePage() {
  return <RuleFrame ruleId={null} />;
}

function RuleFrame({ ruleId }: { readonly ruleId: string | null }) {
  const { storeId, may } = useStore();
  const answer = useRead(storeId, 'GET /merchandising', {});
  const readAgain = useReadAgain(storeId);
  const [readings, setReadings] = useState(0);
  const rules = answer.data?.rules;
  const found = rules?.find(({ id }) => id === ruleId);
  // Keep the form open if a colleague deletes the rule meanwhile.
  const [seen, setSeen] = useState<MerchandisingRule | undefined>();
  if (found !== undefined && found !== seen) setSeen(found);
  const rule = found ?? seen;
  const reload = async () => {
    await readAgain();
    setSeen(undefined);
    setReadings((count) => count + 1);
  };
  const isGone = rules !== undefined && ruleId !== null && rule === undefined;
  return (
    <>
      <PageHeader
        title={titleOf(ruleId, rule)}
        lead="While you write it you see what shoppers would see. It takes effect once it is saved."
        above={
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/stores/$storeId/rules" params={{ storeId }} {...props} />}
          >
            <BackArrow />
            Rules
          </Anchor>
        }
      />
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={320} radius="lg" />}
      {isGone && (
        <EmptyNote icon="merchandising" title="There is no such rule" action={<BackToRules />}>
          It was deleted, or it belongs to another store.
        </EmptyNote>
      )}
      {rules !== undefined && !isGone && !may('editor') && (
        <EmptyNote icon="merchandising" title="Viewers cannot change rules">
          Ask an owner of the store to make you an editor.
        </EmptyNote>
      )}
      {rules !== undefined && !isGone && may('editor') && (
        <Editor key={`${ruleId} ${readings}`} rule={rule ?? null} onReload={() => void reload()} />
      )}
    </>
  );
}

function titleOf(ruleId: string | null, rule: MerchandisingRule | undefined): string {
  if (rule !== undefined) return queryWordsOf(rule);
  return ruleId === null ? 'New rule' : 'Rule';
}

function BackToRules() {
  const { storeId } = useStore();
  return (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => <Link to="/stores/$storeId/rules" params={{ storeId }} {...props} />}
    >
      Back to the rules
    </Button>
  );
}

interface EditorProps {
  /** Null for a new one. */
  readonly rule: MerchandisingRule | null;
  readonly onReload: () => void;
}

function Editor({ rule, onReload }: EditorProps) {
  const { storeId } = useStore();
  const navigate = useNavigate();
  // What is edited does not change when the rules are read again.
  const [before] = useState(rule);
  const change = useChange(storeId, 'PATCH /searches');
  const products = useRead(storeId, 'GET /merchandising/products', {});
  const send = (after: RuleInput | null, place = before) =>
    change.mutateAsync({ body: { rule: { before: place, after, place: null } } }).then(
      () => navigate({ to: '/stores/$storeId/rules', params: { storeId } }),
      () => {},
    );
  return (
    <RuleEditor
      initial={before === null ? blankRule : draftOfRule(before)}
      saveLabel={before === null ? 'Create the rule' : 'Save'}
      products={products.data?.products ?? []}
      isSaving={change.isPending}
      error={change.error}
      onReload={onReload}
      onMakeAnew={(after) => void send(after, null)}
      back={<BackToRules />}
      onSave={(after) => void send(before === null ? after : { ...after, id: before.id })}
      actions={
        before !== null && (
          <ConfirmButton
            label="Delete"
            size="sm"
            title="Delete the rule?"
            confirmLabel="Delete the rule"
            onConfirm={() => void send(null)}
          >
            Shoppers then see the usual order again.
          </ConfirmButton>
        )
      }
    />
  );
}
