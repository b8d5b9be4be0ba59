// Tests: test/browser/dashboard-merchandising.test.ts.
import { Button, Skeleton, Stack, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MerchandisingRule } from '../../../../contract/words/merchandising.ts';
import { useRead } from '../../api/call.ts';
import { isDamage } from '../../api/poll.ts';
import { DamagedSettings } from '../../parts/damaged-settings.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import sheet from '../../parts/list-sheet.module.css';
import { PageHeader } from '../../parts/page-header.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { nowMs } from '../../words/clock.ts';
import { queryWordsOf, stateOfRule, summarizeRule } from '../../words/merchandising.ts';
import classes from './rules.module.css';

/**
 * Lists the rules of the store with their state, and ids that they name but the catalog lacks (`GET /merchandising`).
 * Editors can write a rule. / A failed read shows the reason, and a button to try again.
 */
export function RulesPage() {
  const { storeId, may } = useStore();
  const answer = useRead(storeId, 'GET /merchandising', {});
  const rules = answer.data?.rules ?? [];
  const newRule = may('editor') && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      renderRoot={(props) => <Link to="/stores/$storeId/new-rule" params={{ storeId }} {...props} />}
    >
      New rule
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Rules"
        lead="What shoppers see first for a search. Without a rule, products come in the usual order."
        actions={rules.length > 0 && newRule}
      />
      <Stack gap="lg">
        <DamagedSettings />
        {answer.isError && !isDamage(answer.error) && (
          <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />
        )}
        {answer.isPending && <Skeleton h={220} radius="lg" />}
        {answer.data !== undefined && (
          <div className={sheet.sheet}>
            {rules.length === 0 ? (
              <EmptyNote icon="merchandising" title="No rule yet" action={newRule}>
                A rule puts products on top for a query, boosts a brand, hides products, or links to a page of
                your shop. It takes effect within two seconds, for good or for a while.
              </EmptyNote>
            ) : (
              <RuleTable rules={rules} unknown={answer.data.unknown_products} />
            )}
          </div>
        )}
      </Stack>
    </>
  );
}

const columns = [{ label: 'Query' }, { label: 'State', width: 230 }] as const;

interface RuleTableProps {
  readonly rules: readonly MerchandisingRule[];
  /** Ids that rules name and no product of the store has. */
  readonly unknown: readonly string[];
}

function RuleTable({ rules, unknown }: RuleTableProps) {
  const { storeId } = useStore();
  return (
    <StackedTable name="Rules" verticalSpacing={13} highlightOnHover columns={columns}>
      {rules.map((rule) => {
        const { tone, words } = stateOfRule(rule, nowMs());
        const missing = [...rule.pins, ...rule.hides].filter((id) => unknown.includes(id));
        return (
          <Table.Tr key={rule.id}>
            <StackedCell>
              <Link
                to="/stores/$storeId/rules/$ruleId"
                params={{ storeId, ruleId: rule.id }}
                className={sheet.name ?? ''}
              >
                {queryWordsOf(rule)}
              </Link>
              <span className={classes.detail}>{summarizeRule(rule)}</span>
              {missing.length > 0 && (
                <span className={classes.missing}>Not in the catalog: {missing.slice(0, 5).join(', ')}</span>
              )}
            </StackedCell>
            <StackedCell label="State">
              <StateMark tone={tone}>{words}</StateMark>
            </StackedCell>
          </Table.Tr>
        );
      })}
    </StackedTable>
  );
}
