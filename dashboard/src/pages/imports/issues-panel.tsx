import type { IssueBody } from '../../../../contract/product-import.ts';
import { Panel } from '../../parts/panel.tsx';
import { countOf } from '../../words/numbers.ts';
import { headingOfCode } from '../../words/problems.ts';
import classes from './issues-panel.module.css';

/** Why rows failed, the most frequent reason first, each with rows to look at. */
export function IssuesPanel({ issues }: { readonly issues: readonly IssueBody[] }) {
  const sorted = [...issues].sort((a, b) => b.count - a.count);
  const most = sorted[0]?.count ?? 1;
  return (
    <Panel title="Why rows failed" lead="A row can fail for several reasons at once.">
      <ul className={classes.list}>
        {sorted.map(({ code, count, sample_rows: rows }) => (
          <li key={code}>
            <div className={classes.words}>
              <span className={classes.name}>{headingOfCode(code)}</span>
              <span className={classes.count}>{countOf(count, 'row')}</span>
            </div>
            <div className={classes.track} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
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
