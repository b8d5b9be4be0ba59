import { Table, type TableProps, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stacked-table.module.css';

interface StackedColumn {
  /** Where labels may come twice. */
  readonly key?: string;
  readonly label: string;
  /** In pixels; as wide as it needs to be where it is not given. */
  readonly width?: number;
  readonly align?: 'end';
  /** For a column that explains itself, such as that of the buttons. */
  readonly isLabelHidden?: boolean;
}

interface StackedTableProps
  extends Pick<TableProps, 'verticalSpacing' | 'highlightOnHover' | 'stickyHeader'> {
  readonly columns: readonly StackedColumn[];
  readonly className?: string | undefined;
  /** Rows of {@link StackedCell}. */
  readonly children: ReactNode;
}

/** A table whose rows become blocks on a narrow screen, so that nothing of them stands beyond its edge. */
export function StackedTable({ columns, className = '', children, ...props }: StackedTableProps) {
  return (
    <Table horizontalSpacing="lg" className={`${classes.stacked} ${className}`} {...props}>
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
  /** Beside the cell on a narrow screen; what explains itself needs none. */
  readonly label?: string;
  readonly align?: 'end';
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

export function StackedCell({ label, align, className = '', children }: StackedCellProps) {
  return (
    <Table.Td data-label={label} className={`${align === 'end' ? classes.end : ''} ${className}`}>
      {children}
    </Table.Td>
  );
}
