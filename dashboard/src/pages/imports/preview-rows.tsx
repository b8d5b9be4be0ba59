import { Table, Text } from '@mantine/core';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import type { CsvLayout } from '../../../../csv/layout.ts';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { previewColumns } from './preview-columns.ts';
import classes from './preview-rows.module.css';

interface PreviewRowsProps {
  readonly rows: readonly CsvRow[];
  readonly layout: CsvLayout;
}

/** The first rows with the fields that they would have; a row that cannot be read says why. */
export function PreviewRows({ rows, layout }: PreviewRowsProps) {
  const columns = previewColumns(rows, layout);
  return (
    <ScrollRegion label="The first rows" maxHeight={420}>
      <Table verticalSpacing={5} horizontalSpacing="md" stickyHeader className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            {columns.map(({ key, label }) => (
              <Table.Th key={key}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.row}>
              <Table.Td className={classes.number ?? ''}>{row.row}</Table.Td>
              {row.fault === null ? (
                columns.map(({ key }) => <Cell key={key} value={row.value[key]} />)
              ) : (
                <Table.Td colSpan={columns.length}>
                  <Text size="sm" className={classes.fault ?? ''}>
                    {row.fault.message}
                  </Text>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}

function Cell({ value }: { readonly value: unknown }) {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return (
    <Table.Td>
      <span className={classes.value} title={text}>
        {text}
      </span>
    </Table.Td>
  );
}
