// Tests: test/browser/dashboard.test.ts.
import type { ReactNode } from 'react';
import type { FileImportBody } from '../../../../contract/imports.ts';
import { Panel } from '../../parts/panel.tsx';
import { wordsOfOutcome } from '../../words/imports.ts';
import { formatCount, formatShare } from '../../words/numbers.ts';
import { funnelParts, noteOnRun } from './funnel.ts';
import classes from './funnel-panel.module.css';

/** Draws how rows became products: all rows, those that were accepted, and their outcomes. Makes no call. */
export function FunnelPanel({ run }: { readonly run: FileImportBody }) {
  const parts = funnelParts(run);
  const accepted = run.valid_rows;
  return (
    <Panel title={wordsOfOutcome(run)} lead={noteOnRun(run)}>
      <div className={classes.funnel} aria-hidden="true">
        <Level name="In the file">
          <Bar count={run.total_rows} color="--quiet" />
        </Level>
        <Level name={run.dry_run ? 'Would be accepted' : 'Accepted'}>
          <Bar count={accepted} color="--accent" />
          <Bar count={run.total_rows - accepted} color="--sunken" />
        </Level>
        <Level name={run.dry_run ? 'Expected outcome' : 'Outcome'} isLast>
          {parts.map(({ name, count, color }) => (
            <Bar key={name} count={count} color={color} />
          ))}
        </Level>
      </div>
      <dl className={classes.parts}>
        {parts.map(({ name, count, color }) => (
          <div key={name} className={classes.part}>
            <dt>
              <span className={classes.swatch} style={{ background: `var(${color})` }} />
              {name}
            </dt>
            <dd>
              {formatCount(count)} <span>{formatShare(count / run.total_rows)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

interface LevelProps {
  readonly name: string;
  readonly isLast?: boolean;
  readonly children: ReactNode;
}

function Level({ name, isLast = false, children }: LevelProps) {
  return (
    <>
      <span className={classes.name}>{name}</span>
      <div className={classes.level} data-last={isLast}>
        {children}
      </div>
    </>
  );
}

/** A bar as wide as its share; one with any row is never too thin to be seen. */
function Bar({ count, color }: { readonly count: number; readonly color: string }) {
  if (count === 0) return null;
  return <span style={{ flexGrow: count, background: `var(${color})` }} />;
}
