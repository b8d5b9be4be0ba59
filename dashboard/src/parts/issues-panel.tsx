// Tests: test/browser/dashboard.test.ts.
import type { FileImportBody } from '../../../contract/imports.ts';
import { countOf, formatCount } from '../words/numbers.ts';
import { headingOfCode } from '../words/problems.ts';
import classes from './issues-panel.module.css';
import { Panel } from './panel.tsx';

/**
 * Lists why rows failed, the most frequent reason first, with its share of all failed rows and some row numbers. Makes
 * no call.
 */
export function IssuesPanel({ run }: { readonly run: Pick<FileImportBody, 'issues' | 'failed_rows'> }) {
  const sorted = [...run.issues].sort((a, b) => b.count - a.count);
  return (
    <Panel title="Why rows failed" lead="A row can fail for several reasons at once.">
      <ul className={classes.list}>
        {sorted.map(({ code, count, sample_rows: rows }) => (
          <li key={code}>
            <div className={classes.words}>
              <span className={classes.name}>{headingOfCode(code)}</span>
              <span className={classes.count}>
                {formatCount(count)} of {countOf(run.failed_rows, 'failed row')}
              </span>
            </div>
            <div className={classes.track} aria-hidden="true">
              <span style={{ width: `${(count / Math.max(count, run.failed_rows)) * 100}%` }} />
            </div>
            <p className={classes.rows}>
              {rows.length === 1 ? 'Row' : 'Such as rows'} {rows.join(', ')} · <code>{code}</code>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
