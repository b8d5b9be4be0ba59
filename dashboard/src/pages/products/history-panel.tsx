// Tests: test/browser/dashboard.test.ts.
import { Button, Text, Timeline } from '@mantine/core';
import type { ProductChangeBody } from '../../../../contract/products.ts';
import { Ago } from '../../parts/ago.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfField } from '../../words/product-fields.ts';
import classes from './history-panel.module.css';

const kinds: Readonly<
  Record<ProductChangeBody['kind'], { readonly words: string; readonly icon: IconName }>
> = {
  created: { words: 'Created', icon: 'plus' },
  updated: { words: 'Changed', icon: 'check' },
  removed: { words: 'Taken out of stock', icon: 'close' },
};

interface HistoryPanelProps {
  readonly history: readonly ProductChangeBody[];
  /** Reads older changes; null if there are none. */
  readonly onOlder: (() => void) | null;
}

/** Lists the changes of a product, newest first, each with its time and the run that made it. Makes no call itself. */
export function HistoryPanel({ history, onOlder }: HistoryPanelProps) {
  return (
    <Panel title="History" lead="The last 50 changes of 90 days.">
      {history.length === 0 && (
        <Text size="sm" c="dimmed">
          No changes since it was created.
        </Text>
      )}
      <Timeline
        bulletSize={26}
        lineWidth={2}
        active={history.length}
        classNames={{ itemBullet: classes.bullet ?? '' }}
      >
        {history.map((change) => (
          <Timeline.Item
            key={`${change.at} ${change.kind}`}
            bullet={<Icon name={kinds[change.kind].icon} size={13} />}
          >
            <Change change={change} />
          </Timeline.Item>
        ))}
      </Timeline>
      {onOlder !== null && (
        <Button variant="default" size="xs" mt="md" onClick={onOlder}>
          Older changes
        </Button>
      )}
    </Panel>
  );
}

function Change({ change }: { readonly change: ProductChangeBody }) {
  return (
    <>
      <Text size="sm">
        <b>{kinds[change.kind].words}</b> <Ago at={change.at} /> <By change={change} />
      </Text>
      {change.kind === 'updated' &&
        change.fields.map(({ field, from, to }) => (
          <div key={field} className={classes.change}>
            <span className={classes.field}>{wordsOfField(field)}</span>{' '}
            <del className={classes.from}>{describe(from)}</del> →{' '}
            <ins className={classes.to}>{describe(to)}</ins>
          </div>
        ))}
    </>
  );
}

function By({ change: { run } }: { readonly change: ProductChangeBody }) {
  const { storeId } = useStore();
  if (run === null) return 'by a single call';
  return (
    <>
      by{' '}
      <TextLink
        underline="always"
        to="/stores/$storeId/imports/$importId"
        params={{ storeId, importId: run.id }}
      >
        {run.filename}
      </TextLink>
    </>
  );
}

function describe(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
