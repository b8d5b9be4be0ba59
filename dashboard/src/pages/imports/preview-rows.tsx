// Tests: test/browser/dashboard.test.ts.
import { Table, Text } from '@mantine/core';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import type { CsvLayout } from '../../../../csv/layout.ts';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { previewColumns } from './preview-columns.ts';
import classes from './preview-rows.module.css';

interface PreviewRowsProps {
  readonly rows: readonly CsvRow[];
  readonly layout: CsvLayout;
}

/** Shows the first rows with the fields that they would have; a row that cannot be read says why. Makes no call. */
export function PreviewRows({ rows, layout }: PreviewRowsProps) {
  const columns = previewColumns(rows, layout);
  return (
    <ScrollRegion label="The first rows" maxHeight={420}>
      <StackedTable
        verticalSpacing={5}
        stickyHeader
        className={classes.table}
        columns={[{ label: 'Row' }, ...columns]}
      >
        {rows.map((row) => (
          <Table.Tr key={row.row}>
            <StackedCell label="Row" className={classes.number}>
              {row.row}
            </StackedCell>
            {row.fault === null ? (
              columns.map(({ key, label }) => <Cell key={key} label={label} value={row.value[key]} />)
            ) : (
              <Table.Td colSpan={columns.length}>
                <Text size="sm" className={classes.fault ?? ''}>
                  {row.fault.message}
                </Text>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </StackedTable>
    </ScrollRegion>
  );
}

function Cell({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return (
    <StackedCell label={label}>
      <span className={classes.value} title={text}>
        {text}
      </span>
    </StackedCell>
  );
}
