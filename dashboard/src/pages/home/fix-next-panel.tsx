// Tests: test/browser/dashboard-home.test.ts.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { parseAddress } from '../../words/addresses.ts';
import { inPageWords } from '../../words/feeds.ts';
import { countOf } from '../../words/numbers.ts';
import { searchAddress } from '../../words/search-address.ts';
import type { Task } from './fix-next.ts';
import classes from './fix-next-panel.module.css';

/** Lists what a merchant should do next, each with a link to where it is done. Makes no call; says so where all is well. */
export function FixNextPanel({ tasks }: { readonly tasks: readonly Task[] }) {
  return (
    <Panel title="Fix next" lead="What would help the most shoppers, first." flush={tasks.length > 0}>
      {tasks.length === 0 ? (
        <EmptyNote icon="check" title="All is well">
          Searches that find nothing, failed imports and feeds, and incomplete products show here.
        </EmptyNote>
      ) : (
        <ul className={classes.list}>
          {tasks.map((task) =>
            task.kind === 'finding' ? (
              <Finding key={nameOf(task)} task={task} />
            ) : (
              <Query key={nameOf(task)} task={task} />
            ),
          )}
        </ul>
      )}
    </Panel>
  );
}

function nameOf(task: Task): string {
  return task.kind === 'finding'
    ? `${task.finding.code} ${task.finding.link}`
    : `${task.fault} ${task.query}`;
}

function Finding({ task: { finding } }: { readonly task: Extract<Task, { readonly kind: 'finding' }> }) {
  const { severity, message, action, link } = finding;
  return (
    <Item icon={severity} severity={severity} message={inPageWords(message)}>
      {link === null ? (
        <span className={classes.message}>{action}</span>
      ) : (
        <Link {...parseAddress(link)} className={classes.action}>
          {action}
        </Link>
      )}
    </Item>
  );
}

const wordsOfFault = {
  'nothing found': { words: 'found nothing', action: 'Add a synonym' },
  'no click': { words: 'led to no click', action: 'See what shoppers see' },
} as const;

function Query({
  task: { query, fault, worth },
}: {
  readonly task: Extract<Task, { readonly kind: 'query' }>;
}) {
  const { storeId } = useStore();
  const { words, action } = wordsOfFault[fault];
  return (
    <Item
      icon="search"
      severity="warning"
      message={
        <>
          <b dir="auto">{visibleText(query)}</b>: {countOf(worth, 'search', 'searches')} in 30 days {words}.
        </>
      }
    >
      <Link
        {...searchAddress(storeId, query)}
        className={classes.action}
        aria-label={`${action}: ${visibleText(query)}`}
      >
        {action}
      </Link>
    </Item>
  );
}

interface ItemProps {
  readonly icon: IconName;
  readonly severity: string;
  readonly message: ReactNode;
  /** What to do about it. */
  readonly children: ReactNode;
}

function Item({ icon, severity, message, children }: ItemProps) {
  return (
    <li className={classes.item} data-severity={severity}>
      <span className={classes.sign}>
        <Icon name={icon} size={18} />
      </span>
      <div>
        <p className={classes.message}>{message}</p>
        {children}
      </div>
    </li>
  );
}
