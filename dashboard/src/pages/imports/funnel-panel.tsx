import type { DashboardImport } from '../../api/answers.ts';
import { Panel } from '../../parts/panel.tsx';
import { countOf, formatCount, formatShare } from '../../words/numbers.ts';
import { funnelParts, unreachedRows } from './funnel.ts';
import classes from './funnel-panel.module.css';

/** From rows to products, as a picture: all rows, those that were taken, and what came of them. */
export function FunnelPanel({ run }: { readonly run: DashboardImport }) {
  const parts = funnelParts(run);
  const taken = run.valid_rows;
  return (
    <Panel
      title={`${countOf(run.total_rows, 'row')}, ${formatCount(taken)} ${run.dry_run ? 'would be taken' : 'taken'}`}
      lead={leadOf(run)}
    >
      <div className={classes.funnel} aria-hidden="true">
        <div className={classes.level}>
          <span style={{ flexGrow: 1, background: 'var(--quiet)' }} />
        </div>
        <div className={classes.level}>
          <Bar count={taken} color="--accent" />
          <Bar count={run.skipped_rows} color="--warn" />
          <Bar count={run.failed_rows} color="--chart-errors" />
          <Bar count={unreachedRows(run)} color="--line" />
        </div>
        <div className={classes.level} data-last="true">
          {parts.map(({ name, count, color }) => (
            <Bar key={name} count={count} color={color} />
          ))}
        </div>
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

function leadOf(run: DashboardImport): string | undefined {
  if (run.skipped_rows > 0) {
    return 'The plan is full: new products beyond it were left out. Those that the store holds were updated.';
  }
  return run.queued_rows > 0
    ? `${countOf(run.queued_rows, 'product')} wait for search phrases; they are found already.`
    : undefined;
}

/** As wide as its share; a part with rows is never too thin to be seen. */
function Bar({ count, color }: { readonly count: number; readonly color: string }) {
  if (count === 0) return null;
  return <span style={{ flexGrow: count, background: `var(${color})` }} />;
}
