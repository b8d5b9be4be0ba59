// Tests: test/browser/dashboard.test.ts.
import { Table, type TableProps, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stacked-table.module.css';

interface StackedColumn {
  /** The key of the column, if labels repeat. */
  readonly key?: string;
  readonly label: string;
  /** The width in pixels; without it the column takes what it needs. */
  readonly width?: number;
  readonly align?: 'end';
  /** Whether only screen readers get the label, as for a column of buttons. */
  readonly isLabelHidden?: boolean;
}

interface StackedTableProps
  extends Pick<TableProps, 'verticalSpacing' | 'horizontalSpacing' | 'highlightOnHover' | 'stickyHeader'> {
  /** Names the table for screen readers. */
  readonly name: string;
  readonly columns: readonly StackedColumn[];
  readonly className?: string | undefined;
  /** Rows of {@link StackedCell}. */
  readonly children: ReactNode;
}

/** A table whose rows become blocks on a narrow screen, so that nothing is cut off at its edge. */
export function StackedTable({ name, columns, className = '', children, ...props }: StackedTableProps) {
  return (
    <Table aria-label={name} horizontalSpacing="lg" className={`${classes.stacked} ${className}`} {...props}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ label, key = label, width, align, isLabelHidden = false }) => (
            <Table.Th key={key} w={width} ta={align}>
              {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}

interface StackedCellProps {
  /** Shown beside the cell on a narrow screen; not needed for a value that explains itself. */
  readonly label?: string;
  readonly align?: 'end';
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** One cell of a {@link StackedTable}; on a narrow screen its label is shown beside it. */
export function StackedCell({ label, align, className = '', children }: StackedCellProps) {
  return (
    <Table.Td data-label={label} className={`${align === 'end' ? classes.end : ''} ${className}`}>
      {children}
    </Table.Td>
  );
}
