// Tests: test/browser/dashboard-value.test.ts.
import { Anchor, Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import type { AnalyticsValueBody, SoldQueryBody } from '../../../../contract/analytics.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { analyticsFile, useAnalytics } from '../../api/analytics.ts';
import { useShopOrigin } from '../../api/widget.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { FigureStrip } from '../../parts/figure-strip.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { amountsOf, wordsOfChange } from '../../words/analytics.ts';
import { countOf, formatCount, formatShare } from '../../words/numbers.ts';
import type { Period } from '../../words/periods.ts';
import { searchAddress } from '../../words/search-address.ts';
import classes from './searches.module.css';

const title = 'What search earns';

/**
 * Shows carts, purchases and revenue of a period, and how much of it began in the search box (`GET /analytics/value`), with the days as a
 * CSV file. A store that reported none is shown the line that reports an order.
 */
export function ValuePanel({ period }: { readonly period: Period }) {
  const { storeId } = useStore();
  const value = useAnalytics(storeId, 'value', period);
  const isReported =
    value.data !== undefined && (hasSales(value.data.totals) || hasSales(value.data.previous));
  return (
    <Panel
      title={title}
      lead="What shoppers put into the cart and buy, and how much of it began in the search box."
      flush={isReported}
      actions={
        isReported && (
          <Button
            component="a"
            href={analyticsFile(storeId, 'value', period)}
            download
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={14} />}
            aria-label={`${title} by day as CSV`}
          >
            CSV
          </Button>
        )
      }
    >
      {value.isError && <FailureNote error={value.error} onRetry={() => void value.refetch()} />}
      {value.isPending && <Skeleton h={120} />}
      {value.data !== undefined && (isReported ? <Figures value={value.data} /> : <HowToReport />)}
    </Panel>
  );
}

type Totals = AnalyticsValueBody['totals'];

function hasSales({ carts, purchases }: AnalyticsValueBody['totals']): boolean {
  return carts + purchases > 0;
}

function Figures({ value }: { readonly value: AnalyticsValueBody }) {
  const { totals, previous, days, queries } = value;
  const { from_searches: searched } = totals;
  const figures = [
    {
      name: 'Revenue',
      value: <Amounts revenue={totals.revenue} />,
      detail: <Before revenue={previous.revenue} days={days.length} />,
    },
    { name: 'Began in the search box', ...shareFigure(totals, previous) },
    {
      name: 'Purchases',
      value: formatCount(totals.purchases),
      detail: (
        <Lines
          lines={[
            `${formatCount(searched.purchases)} from searches`,
            wordsOfChange(totals.purchases, previous.purchases, days.length),
          ]}
        />
      ),
    },
    {
      name: 'Carts',
      value: formatCount(totals.carts),
      detail: (
        <Lines
          lines={[
            `${formatCount(searched.carts)} from searches`,
            wordsOfChange(totals.carts, previous.carts, days.length),
          ]}
        />
      ),
    },
  ];
  return (
    <Stack gap={0}>
      <FigureStrip figures={figures} />
      {queries.length > 0 && <QueriesTable queries={queries} />}
    </Stack>
  );
}

/**
 * The share of the revenue. It is not known to be none while no order names a search, in the days before neither: the shop may not
 * send it.
 */
function shareFigure(
  { purchases, revenue, revenue_share: shares, from_searches: searched }: Totals,
  { from_searches: searchedBefore }: Totals,
) {
  if (purchases > 0 && searched.purchases + searchedBefore.purchases === 0) {
    const detail = (
      <Anchor href="/docs/events#the-search-of-an-order" inherit underline="always">
        No order named its search yet
      </Anchor>
    );
    return { value: 'Not known', detail };
  }
  const currencies = Object.keys(revenue);
  const lines = currencies.map((code) => shareOf(shares, code, currencies));
  return {
    value: lines.length === 0 ? '–' : <Lines lines={lines} />,
    detail: <Amounts revenue={searched.revenue} />,
  };
}

/** `42%`, with its currency where there are several. */
function shareOf(shares: Readonly<Record<string, number>>, code: string, all: readonly string[]): string {
  const share = formatShare(shares[code] ?? null);
  return all.length === 1 ? share : `${share} ${code}`;
}

function Amounts({ revenue }: { readonly revenue: AnalyticsValueBody['totals']['revenue'] }) {
  const amounts = amountsOf(revenue);
  return <Lines lines={amounts.length === 0 ? ['–'] : amounts} />;
}

function Before({
  revenue,
  days,
}: {
  readonly revenue: Readonly<Record<string, string>>;
  readonly days: number;
}) {
  const amounts = amountsOf(revenue);
  return amounts.length === 0 ? (
    'Values that your server reported'
  ) : (
    <Lines lines={[`${amounts.join(', ')} in the ${countOf(days, 'day')} before`]} />
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className={classes.line}>
      {line}
    </span>
  ));
}

const columns = [
  { label: 'Search' },
  { label: 'Purchases', align: 'end' as const },
  { label: 'Carts', align: 'end' as const },
  { label: 'Revenue', align: 'end' as const },
];

function QueriesTable({ queries }: { readonly queries: readonly SoldQueryBody[] }) {
  const { storeId } = useStore();
  return (
    <StackedTable name="Searches that led to purchases" columns={columns} verticalSpacing={8}>
      {queries.map(({ query, purchases, carts, revenue, is_suggestion: isSuggestion }) => (
        <Table.Tr key={query}>
          <StackedCell>
            <TextLink {...searchAddress(storeId, query)} className={classes.query ?? ''} dir="auto">
              {visibleText(query)}
            </TextLink>
            {isSuggestion && (
              <Text span size="xs" c="dimmed">
                {' '}
                suggestion
              </Text>
            )}
          </StackedCell>
          <StackedCell label="Purchases" align="end">
            {formatCount(purchases)}
          </StackedCell>
          <StackedCell label="Carts" align="end">
            {formatCount(carts)}
          </StackedCell>
          <StackedCell label="Revenue" align="end">
            {amountsOf(revenue).join(', ') || '–'}
          </StackedCell>
        </Table.Tr>
      ))}
    </StackedTable>
  );
}

function HowToReport() {
  const origin = useShopOrigin();
  const { storeId } = useStore();
  return (
    <Stack gap="sm">
      <Text size="sm">
        Nothing was reported in this period. A shop of Shopify or WooCommerce sends its orders by itself: set
        it up on the page of{' '}
        <TextLink underline="always" to="/stores/$storeId/feeds" params={{ storeId }}>
          its feed
        </TextLink>
        . Any other shop has its server send each order with its value, and the{' '}
        <Anchor href="/docs/events#value" inherit underline="always">
          query id
        </Anchor>{' '}
        of the search that it came from:
      </Text>
      <CodeBlock label="the line that reports an order" text={reportLine(origin)} />
    </Stack>
  );
}

function reportLine(origin: string): string {
  const event = {
    type: 'purchase',
    external_id: 'SKU-7',
    value: '129.90',
    currency: 'EUR',
    query_id: 'QUERY_ID',
  };
  const body = JSON.stringify({ session_id: 'order-1001', events: [event] });
  return [
    `curl -X POST ${origin}/api/v1/events`,
    `  -H "Authorization: Bearer YOUR_SECRET_KEY" -H "Content-Type: application/json"`,
    `  -d '${body}'`,
  ].join(' \\\n');
}
