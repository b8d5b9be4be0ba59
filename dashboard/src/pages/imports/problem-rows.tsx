import { Table } from '@mantine/core';
import type { FailureBody } from '../../../../contract/product-import.ts';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { headingOfCode } from '../../words/problems.ts';
import classes from './problem-rows.module.css';

interface ProblemRowsProps {
  readonly label: string;
  /** Over the last column. */
  readonly heading: string;
  readonly rows: readonly FailureBody[];
}

/** Rows with everything that was found on them. */
export function ProblemRows({ label, heading, rows }: ProblemRowsProps) {
  return (
    <ScrollRegion label={label} contentWidth={520}>
      <Table verticalSpacing="xs" horizontalSpacing="lg" className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={110}>Row</Table.Th>
            <Table.Th w={150}>Product</Table.Th>
            <Table.Th>{heading}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.row}>
              <Table.Td className={classes.top ?? ''}>
                {row.row}
                {row.line !== null && <span className={classes.line}>line {row.line}</span>}
              </Table.Td>
              <Table.Td className={classes.top ?? ''}>{row.external_id ?? 'without an id'}</Table.Td>
              <Table.Td>
                {problemsOf(row).map(({ path, code, message }) => (
                  <p key={`${path} ${code}`} className={classes.problem}>
                    <b>{headingOfCode(code)}.</b> {message}
                  </p>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}

/** All faults of a row; the first of them stands beside the list as well. */
function problemsOf(row: FailureBody) {
  return row.errors.length > 0 ? row.errors : [row];
}
