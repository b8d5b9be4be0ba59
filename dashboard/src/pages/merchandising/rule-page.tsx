import { Anchor, Skeleton } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { MerchandisingRule } from '../../../../contract/words/merchandising.ts';
import {
  type RuleInput,
  useMerchandising,
  useReplaceRules,
  useRuledProducts,
} from '../../api/merchandising.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { queryWordsOf } from '../../words/merchandising.ts';
import { blankRule, draftOfRule } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';

const route = getRouteApi('/stores/$storeId/merchandising/$ruleId');

/** One rule is changed or thrown away. */
export function RulePage() {
  return <RuleFrame ruleId={route.useParams().ruleId} />;
}

/** A rule is made. */
export function NewRulePage() {
  return <RuleFrame ruleId={null} />;
}

function RuleFrame({ ruleId }: { readonly ruleId: string | null }) {
  const { storeId, may } = useStore();
  const answer = useMerchandising(storeId);
  const rules = answer.data?.rules;
  const rule = rules?.find(({ id }) => id === ruleId);
  const isGone = rules !== undefined && ruleId !== null && rule === undefined;
  return (
    <>
      <PageHeader
        title={rule === undefined ? 'New rule' : queryWordsOf(rule)}
        lead="You see what shoppers would see while you write it; it holds once it is saved."
        above={
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/stores/$storeId/merchandising" params={{ storeId }} {...props} />
            )}
          >
            ← Merchandising
          </Anchor>
        }
      />
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={320} radius="lg" />}
      {isGone && (
        <EmptyNote icon="merchandising" title="There is no such rule">
          Somebody threw it away.
        </EmptyNote>
      )}
      {rules !== undefined && !isGone && !may('editor') && (
        <EmptyNote icon="merchandising" title="Viewers change no rules">
          Ask an owner of the store to make you an editor.
        </EmptyNote>
      )}
      {rules !== undefined && !isGone && may('editor') && (
        <Editor key={ruleId} rules={rules} rule={rule ?? null} />
      )}
    </>
  );
}

interface EditorProps {
  readonly rules: readonly MerchandisingRule[];
  /** Null for a new one. */
  readonly rule: MerchandisingRule | null;
}

function Editor({ rules, rule }: EditorProps) {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const replace = useReplaceRules(storeId);
  const products = useRuledProducts(storeId);
  const send = (next: readonly RuleInput[]) =>
    replace.mutate(next, {
      onSuccess: () => void navigate({ to: '/stores/$storeId/merchandising', params: { storeId } }),
    });
  const save = (changed: RuleInput) =>
    send(
      rule === null
        ? [...rules, changed]
        : rules.map((one) => (one.id === rule.id ? { ...changed, id: rule.id } : one)),
    );
  return (
    <RuleEditor
      initial={rule === null ? blankRule : draftOfRule(rule)}
      saveLabel={rule === null ? 'Make the rule' : 'Save'}
      products={products.data ?? []}
      isSaving={replace.isPending}
      error={replace.error}
      onSave={save}
      actions={
        rule !== null && (
          <ConfirmButton
            label="Delete"
            size="sm"
            title="Delete the rule?"
            confirmLabel="Delete the rule"
            onConfirm={() => send(rules.filter(({ id }) => id !== rule.id))}
          >
            Shoppers then see the usual order again.
          </ConfirmButton>
        )
      }
    />
  );
}
