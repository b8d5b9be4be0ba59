// Tests: test/browser/dashboard.test.ts.
import { Table } from '@mantine/core';
import type { FailureBody } from '../../../contract/imports.ts';
import { headingOfCode } from '../words/problems.ts';
import classes from './problem-rows.module.css';
import { StackedCell, StackedTable } from './stacked-table.tsx';

interface ProblemRowsProps {
  /** The heading of the last column. */
  readonly heading: string;
  readonly rows: readonly FailureBody[];
}

/** Lists rows with all their problems. Makes no call. */
export function ProblemRows({ heading, rows }: ProblemRowsProps) {
  return (
    <StackedTable
      name={`Rows: ${heading}`}
      verticalSpacing="xs"
      className={classes.table}
      columns={[{ label: 'Row', width: 110 }, { label: 'Product', width: 150 }, { label: heading }]}
    >
      {rows.map((row) => (
        <Table.Tr key={row.row}>
          <StackedCell label="Row" className={classes.top}>
            {row.row}
            {row.line !== null && <span className={classes.line}>line {row.line}</span>}
          </StackedCell>
          <StackedCell label="Product" className={classes.top}>
            {row.external_id ?? 'without an id'}
          </StackedCell>
          <StackedCell label={heading}>
            {problemsOf(row).map(({ path, code, message }) => (
              <p key={`${path} ${code}`} className={classes.problem}>
                <b>{headingOfCode(code)}.</b> {message}
              </p>
            ))}
          </StackedCell>
        </Table.Tr>
      ))}
    </StackedTable>
  );
}

/** All problems of a row. The row itself repeats the first of them, and is the only one where the list is empty. */
function problemsOf(row: FailureBody) {
  return row.errors.length > 0 ? row.errors : [row];
}
